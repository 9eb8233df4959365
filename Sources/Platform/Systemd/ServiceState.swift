internal import Bytes
internal import Kernel

/// What a service tells its manager of itself (`sd_notify(3)`).
package enum ServiceState: Sendable {
    case ready
    /// The configuration is read again; `ready` says when that is done.
    case reloading
    case stopping
    /// One line for `systemctl status`.
    case status(String)
    /// Why the service fails, as an `errno`.
    case failure(Int32)
    /// Starting, reloading or stopping takes longer: wait for this long, from now.
    case extendTimeout(Duration)

    /// Whether somebody waits for it.
    var isUrgent: Bool {
        switch self {
        case .ready, .reloading, .stopping, .extendTimeout: true
        case .status, .failure: false
        }
    }

    func write(to message: inout ByteBuffer) {
        switch self {
        case .ready: message.append("READY=1\n")
        case .reloading:
            message.append("RELOADING=1\nMONOTONIC_USEC=\(KernelClock.monotonicMicroseconds())\n")
        case .stopping: message.append("STOPPING=1\n")
        case .status(let text): message.append("STATUS=\(oneLine(text))\n")
        case .failure(let code): message.append("ERRNO=\(code)\n")
        case .extendTimeout(let time):
            message.append("EXTEND_TIMEOUT_USEC=\(max(0, Int64(time / .microseconds(1))))\n")
        }
    }

    /// A line break would begin another assignment.
    private func oneLine(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })
    }
}
