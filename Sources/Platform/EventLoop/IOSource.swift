internal import CSystemd
package import Kernel

/// Calls back while one descriptor is ready: for listeners, helpers and the like, of which there are few.
///
/// It watches a number of its own for the open file. Were the owner's number closed first while somebody else still
/// holds the file, as systemd does with its sockets, the kernel would go on waking the loop for a source that is gone.
package final class IOSource {
    private let handler: (Readiness) -> Void
    private let descriptor: Descriptor
    private var source: EventSource?

    package init(
        _ descriptor: borrowing Descriptor, for interest: Interest, on loop: EventLoop,
        handler: @escaping (Readiness) -> Void
    ) throws(SystemError) {
        self.handler = handler
        self.descriptor = try descriptor.duplicate()
        source = try register(self.descriptor.number, interest, on: loop)
    }

    deinit {
        source = nil
    }

    /// Rests altogether, or calls back again.
    package func setEnabled(_ isEnabled: Bool) throws(SystemError) {
        try source?.enable(isEnabled ? .on : .off)
    }

    private func register(_ number: Int32, _ interest: Interest, on loop: EventLoop) throws(SystemError)
        -> EventSource
    {
        var made: OpaquePointer?
        let result = unsafe sd_event_add_io(
            loop.event, &made, number, interest.rawValue,
            { _, _, events, owner in
                guard let owner = unsafe owner else { return 0 }
                unsafe Unmanaged<IOSource>.fromOpaque(owner).takeUnretainedValue()
                    .handler(Readiness(rawValue: events))
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        return try unsafe EventSource(result, made, "sd_event_add_io", on: loop)
    }
}
