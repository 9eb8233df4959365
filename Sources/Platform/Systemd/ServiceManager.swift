internal import Bytes
internal import CSystemd
internal import Glibc
package import Kernel

/// The systemd that started this process, if any.
package enum ServiceManager {
    /// Sends these states in one message; returns `false` if there is no service manager.
    @discardableResult
    package static func notify(_ states: ServiceState...) throws(SystemError) -> Bool {
        var message = ByteBuffer()
        for state in states { state.write(to: &message) }
        let isUrgent = states.contains { $0.isUrgent }
        return isUrgent ? try send(&message) : try offer(&message, with: [])
    }

    /// The time after which systemd kills a process that sends no watchdog message; `nil` if the watchdog is
    /// off.
    package static func watchdogPeriod() throws(SystemError) -> Duration? {
        var microseconds: UInt64 = 0
        let isWatched = unsafe sd_watchdog_enabled(0, &microseconds)
        guard try SystemError.check(isWatched, "sd_watchdog_enabled") > 0 else { return nil }
        return .microseconds(Int64(clamping: microseconds))
    }

    /// Sends a watchdog message over a socket opened before descriptors could run out; returns `false` if
    /// that failed.
    package static func sendWatchdog(by socket: borrowing DatagramSocket) throws(SystemError) -> Bool {
        guard let manager = ThisProcess.variable("NOTIFY_SOCKET") else { return false }
        return try socket.offer("WATCHDOG=1\n".utf8Span.span, to: manager)
    }

    /// Stores an open file in systemd for the next start; returns `false` if there is no service manager.
    ///
    /// systemd keeps all files of the same name: `forget` the old one first.
    @discardableResult
    package static func keep(_ descriptor: borrowing Descriptor, named name: String) throws(SystemError)
        -> Bool
    {
        // systemd must not poll it: only we decide when to remove it.
        var message = try assignment("FDSTORE=1\nFDPOLL=0\nFDNAME=", name)
        return try offer(&message, with: [descriptor.number])
    }

    /// Removes all open files stored under the name.
    @discardableResult
    package static func forget(named name: String) throws(SystemError) -> Bool {
        var message = try assignment("FDSTOREREMOVE=1\nFDNAME=", name)
        return try offer(&message, with: [])
    }

    /// Checks the name: systemd ignores an invalid one without an error.
    private static func assignment(_ head: StaticString, _ name: String) throws(SystemError) -> ByteBuffer {
        let isGood =
            !name.isEmpty && name.utf8.count <= 255
            && name.utf8.allSatisfy { byte in
                (0x20...0x7E).contains(byte) && byte != UInt8(ascii: ":")
            }
        guard isGood else { throw SystemError(call: "name an open file", code: EINVAL, path: name) }
        var message = ByteBuffer()
        message.append(head)
        message.append(name)
        message.append("\n")
        return message
    }

    /// Waits while the manager is busy: starting, reloading and stopping depend on these messages.
    private static func send(_ message: inout ByteBuffer) throws(SystemError) -> Bool {
        message.append(UInt8(0))
        let result = unsafe message.span.withUnsafeBufferPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { text in unsafe sd_notify(0, text.baseAddress) }
        }
        return try SystemError.check(result, "sd_notify") > 0
    }

    /// Never waits: a manager that hangs must not stop us, and the kernel queues only ten messages for it.
    private static func offer(_ message: inout ByteBuffer, with files: [Int32]) throws(SystemError) -> Bool {
        guard let socket = ThisProcess.variable("NOTIFY_SOCKET") else { return false }
        guard try DatagramSocket().offer(message.span, with: files, to: socket) else {
            throw SystemError(call: "send to", code: EAGAIN, path: socket)
        }
        return true
    }
}

/// A state reported to the service manager (`sd_notify(3)`).
package enum ServiceState: Sendable {
    case ready
    /// A reload has begun; `ready` ends it.
    case reloading
    case stopping
    /// One line for `systemctl status`.
    case status(String)

    /// Whether the service manager waits for this state.
    fileprivate var isUrgent: Bool {
        switch self {
        case .ready, .reloading, .stopping: true
        case .status: false
        }
    }

    fileprivate func write(to message: inout ByteBuffer) {
        switch self {
        case .ready: message.append("READY=1\n")
        case .reloading:
            message.append("RELOADING=1\nMONOTONIC_USEC=\(KernelClock.monotonicMicroseconds())\n")
        case .stopping: message.append("STOPPING=1\n")
        // A line break would begin another assignment.
        case .status(let text): message.append("STATUS=\(text.onOneLine)\n")
        }
    }
}
