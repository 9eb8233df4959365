internal import CSystemd
package import Kernel

/// Calls back while a descriptor is ready; for the few descriptors that are not connections.
///
/// It watches a duplicate: if the owner closed its number while another process, such as systemd, still held
/// the file, the kernel would keep waking the loop for a source that is gone.
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

    /// Pauses or resumes the callbacks.
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
