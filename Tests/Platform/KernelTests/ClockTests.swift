import Bytes
import Kernel
import Testing

struct ClockTests {
    @Test func `boot time advances and is never behind the monotonic clock`() {
        let monotonic = KernelClock.monotonicMicroseconds()
        let first = KernelClock.bootNanoseconds()
        let second = KernelClock.bootNanoseconds()
        #expect(first / 1_000 >= monotonic)
        #expect(second >= first)
    }

    @Test func `the wall clock counts from 1970`() {
        // 2024-01-01; no machine that builds this lives before it.
        #expect(KernelClock.wallSeconds() > 1_704_067_200)
    }
}

struct RandomnessTests {
    @Test func `fills every byte, and differently each time`() {
        let buffer = Randomness.bytes(4_096)
        let zeros = (0..<4_096).count { buffer[$0] == 0 }
        // 16 are expected; more than 100 come once in far more than the age of the universe.
        #expect(buffer.count == 4_096 && zeros < 100)
        #expect(Randomness.number() != Randomness.number())
    }
}
