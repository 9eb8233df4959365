internal import CLinux
internal import Glibc

/// Writes one file at a time to the disk while the thread goes on, with the fsync of Linux AIO.
///
/// `context` is the kernel's AIO context, created for the first file because a process without one exits
/// faster. It is 0 if the kernel or a sandbox does not offer AIO.
package struct BackgroundSync: ~Copyable, Sendable {
    private var context: UInt?
    /// Readable when the sync in progress has ended.
    package let event: Descriptor
    /// The path of the sync in progress.
    private var path: String?

    package init() throws(SystemError) {
        event = Descriptor(owning: try SystemError.check(linux_event_descriptor(), "eventfd"))
    }

    deinit {
        // Waits for the sync in progress, as the end of the process would.
        if let context, context != 0 { _ = linux_aio_destroy(context) }
    }

    package var isBusy: Bool { path != nil }

    /// Starts a sync, or completes it if the kernel does not take it.
    ///
    /// The file may be closed before the end.
    mutating func begin(_ file: borrowing Descriptor, _ path: String) throws(SystemError) {
        precondition(!isBusy, "one file at a time")
        let context = context ?? setUp()
        if context != 0, linux_aio_fsync(context, file.number, event.number) == 1 {
            self.path = path
        } else {
            try SystemError.check(retrying { fsync(file.number) }, "fsync", path)
        }
    }

    private mutating func setUp() -> UInt {
        var made: UInt = 0
        _ = unsafe linux_aio_setup(&made)
        context = made
        return made
    }

    /// Returns whether the sync in progress ends within this time; throws if it failed.
    package mutating func ends(within patience: Duration) throws(SystemError) -> Bool {
        guard let context, isBusy else { return false }
        var outcome: Int32 = 0
        let limit = Int64(max(0, patience / .nanoseconds(1)))
        let count = retryingShim { unsafe linux_aio_ended(context, limit, &outcome) }
        precondition(count >= 0, "the kernel does not know its own number")
        guard count == 1 else { return false }
        quieten()
        try SystemError.check(outcome, "fsync", path.take())
        return true
    }

    private func quieten() {
        var count: UInt64 = 0
        _ = unsafe read(event.number, &count, MemoryLayout<UInt64>.size)
    }
}
