internal import CSystemd
internal import Glibc
package import Kernel

/// A source registered at the loop, removed when this value ends.
///
/// `source` is a reference owned by this value alone. sd-event keeps the address of the owner, so the owner
/// must be a class that holds this value.
@safe struct EventSource: ~Copyable {
    private let source: OpaquePointer
    private let loop: EventLoop

    /// Takes ownership of the result of an `sd_event_add_…` call.
    init(_ result: Int32, _ made: OpaquePointer?, _ call: StaticString, on loop: EventLoop)
        throws(SystemError)
    {
        try SystemError.check(result, call)
        guard let made = unsafe made else { throw SystemError(call: call, code: ENOMEM) }
        unsafe source = made
        self.loop = loop
        loop.isStale = true
    }

    deinit {
        // This source's callback may be running: sd-event frees the source later and never calls it again.
        _ = unsafe sd_event_source_set_enabled(source, SourceState.off.rawValue)
        _ = unsafe sd_event_source_unref(source)
    }

    func enable(_ state: SourceState) throws(SystemError) {
        loop.isStale = true
        try SystemError.check(
            unsafe sd_event_source_set_enabled(source, state.rawValue), "sd_event_source_set_enabled")
    }

    func setTime(_ microseconds: UInt64) throws(SystemError) {
        loop.isStale = true
        try SystemError.check(
            unsafe sd_event_source_set_time(source, microseconds), "sd_event_source_set_time")
    }
}

/// How often a source calls back.
enum SourceState: Int32 {
    case off = 0
    case on = 1
    case once = -1
}

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
