internal import EventLoop
internal import Kernel

/// The memory of calls for many URLs: it stays with the process while such calls come, and goes back a moment after the last.
///
/// The kernel hands out cleared pages one by one, which took as long as signing.
final class MemoryReserve {
    private static let pause: Int64 = 1_000_000_000

    private var timer: Timer?
    private var isKept = false

    init(on loop: EventLoop) throws(SystemError) {
        timer = try Timer(on: loop, accuracy: .milliseconds(100)) { [unowned self] in giveBack() }
    }

    /// Called for each such call.
    func keep() {
        if !isKept { FreedMemory.stay() }
        isKept = true
        timer?.arm(atBootNanoseconds: KernelClock.bootNanoseconds() + MemoryReserve.pause)
    }

    private func giveBack() {
        isKept = false
        FreedMemory.goBack()
    }
}
