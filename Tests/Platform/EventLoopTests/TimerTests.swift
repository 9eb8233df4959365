import Bytes
import EventLoop
import Kernel
import TestSupport
import Testing

struct TimerTests {
    private let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    @Test func `never calls back before its time`() throws {
        let loop = loop
        let time = KernelClock.bootNanoseconds() + 3_000_001
        var calledAt: Int64 = 0
        let timer = try Timer(on: loop) {
            calledAt = KernelClock.bootNanoseconds()
            loop.stop()
        }
        timer.arm(atBootNanoseconds: time)
        _ = try loop.run()
        #expect(calledAt >= time)
    }

    /// The clock's number is that of the kernel; one that rests while the host sleeps would be 1.
    @Test func `uses the clock that includes sleep`() throws {
        let timer = try Timer(on: loop) {}
        timer.arm(atBootNanoseconds: .max)
        var cat = try RunningProgram("/bin/sh", ["-c", "cat /proc/$PPID/fdinfo/* 2>/dev/null"])
        #expect(try cat.rest().string.contains("clockid: 7\n"))
        withExtendedLifetime(timer) {}
    }

    @Test func `calls back once for each time it is armed`() throws {
        var calls = 0
        let timer = try Timer(on: loop) { calls += 1 }
        for expected in 1...2 {
            timer.arm(atBootNanoseconds: KernelClock.bootNanoseconds())
            #expect(try loop.runOnce(timeout: patience))
            while try loop.runOnce(timeout: .zero) {}
            #expect(calls == expected)
        }
    }

    @Test func `does not call back before it is armed`() throws {
        let timer = try Timer(on: loop) { Issue.record("it is not armed") }
        #expect(try !loop.runOnce(timeout: .milliseconds(2)))
        withExtendedLifetime(timer) {}
    }

    @Test func `its end cancels the call`() throws {
        var calls = 0
        var timer: Timer? = try Timer(on: loop) { calls += 1 }
        timer?.arm(atBootNanoseconds: 0)
        timer = nil
        #expect(try !loop.runOnce(timeout: .milliseconds(2)))
        #expect(calls == 0)
    }

    @Test func `may end in its own callback`() throws {
        var timer: Timer?
        var calls = 0
        timer = try Timer(on: loop) {
            timer = nil
            calls += 1
        }
        timer?.arm(atBootNanoseconds: 0)
        #expect(try loop.runOnce(timeout: patience))
        #expect(calls == 1)
    }
}
