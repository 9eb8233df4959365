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

    /// Whether somebody waits for it.
    var isUrgent: Bool {
        switch self {
        case .ready, .reloading, .stopping: true
        case .status: false
        }
    }

    func write(to message: inout ByteBuffer) {
        switch self {
        case .ready: message.append("READY=1\n")
        case .reloading:
            message.append("RELOADING=1\nMONOTONIC_USEC=\(KernelClock.monotonicMicroseconds())\n")
        case .stopping: message.append("STOPPING=1\n")
        case .status(let text): message.append("STATUS=\(oneLine(text))\n")
        }
    }

    /// A line break would begin another assignment.
    private func oneLine(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })
    }
}
