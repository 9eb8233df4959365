internal import CSystemd
package import Kernel

/// Calls back for one signal in an iteration of the loop.
///
/// The thread blocks the signal as long as this object lives.
package final class SignalSource {
    private let handler: () -> Void
    private var source: EventSource?

    package init(_ signal: Signal, on loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
        source = try register(signal, on: loop)
    }

    private func register(_ signal: Signal, on loop: EventLoop) throws(SystemError) -> EventSource {
        // This bit makes sd-event block the signal.
        let blocking = Int32(truncatingIfNeeded: SD_EVENT_SIGNAL_PROCMASK)
        var made: OpaquePointer?
        let result = unsafe sd_event_add_signal(
            loop.event, &made, signal.number | blocking,
            { _, _, owner in
                guard let owner = unsafe owner else { return 0 }
                unsafe Unmanaged<SignalSource>.fromOpaque(owner).takeUnretainedValue().handler()
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        return try unsafe EventSource(result, made, "sd_event_add_signal", on: loop)
    }
}
