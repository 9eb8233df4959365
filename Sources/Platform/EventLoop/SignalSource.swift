internal import CSystemd
internal import Glibc
package import Kernel

/// Calls back for one signal in an iteration of the loop.
///
/// The thread blocks the signal from then on.
package final class SignalSource {
    private let handler: () -> Void
    private var source: EventSource?

    package init(_ signal: Signal, on loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
        source = try register(signal, on: loop)
    }

    private func register(_ signal: Signal, on loop: EventLoop) throws(SystemError) -> EventSource {
        // sd-event requires a blocked signal, and can block it only from systemd 250 on.
        var blocked = sigset_t()
        _ = unsafe sigemptyset(&blocked)
        _ = unsafe sigaddset(&blocked, signal.number)
        _ = unsafe sigprocmask(SIG_BLOCK, &blocked, nil)
        var made: OpaquePointer?
        let result = unsafe sd_event_add_signal(
            loop.event, &made, signal.number,
            { _, _, owner in
                guard let owner = unsafe owner else { return 0 }
                unsafe Unmanaged<SignalSource>.fromOpaque(owner).takeUnretainedValue().handler()
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        return try unsafe EventSource(result, made, "sd_event_add_signal", on: loop)
    }
}
