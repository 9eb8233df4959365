internal import EventLoop
internal import Kernel

/// Decides when memory that was freed goes back to the kernel: a moment after the last large request or answer.
package final class MemoryReserve {
    private static let pause: Int64 = 1_000_000_000

    private var timer: Timer?
    private var isKept = false
    private var isArmed = false

    init(on loop: EventLoop) throws(SystemError) {
        timer = try Timer(on: loop, accuracy: .milliseconds(100)) { [unowned self] in giveBack() }
    }

    /// Keeps the memory of a call for many URLs for the next one.
    ///
    /// New pages would cost as much as signing, because the kernel clears each of them.
    package func keep() {
        if !isKept { FreedMemory.stay() }
        isKept = true
        arm()
    }

    /// Called when kept input or output was freed: by itself the heap gives back only what is at its end.
    func freed() {
        if !isArmed { arm() }
    }

    private func arm() {
        isArmed = true
        timer?.arm(atBootNanoseconds: KernelClock.bootNanoseconds() + MemoryReserve.pause)
    }

    private func giveBack() {
        isKept = false
        isArmed = false
        FreedMemory.returnToKernel()
    }
}
