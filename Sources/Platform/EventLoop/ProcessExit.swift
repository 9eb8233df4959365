package import Kernel

/// Calls back once when a process has ended; a child can then be reaped without waiting.
package final class ProcessExit {
    private var source: IOSource?

    /// The owner keeps the handle for as long as this.
    package init(
        of process: borrowing ProcessHandle, on loop: EventLoop, handler: @escaping () -> Void
    ) throws(SystemError) {
        source = try IOSource(process.descriptor, for: .readable, on: loop) { [unowned self] _ in
            // The descriptor stays readable for ever.
            source = nil
            handler()
        }
    }
}
