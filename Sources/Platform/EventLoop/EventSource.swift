internal import CSystemd
internal import Glibc
internal import Kernel

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
