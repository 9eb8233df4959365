internal import CLinux
internal import Glibc

/// Connections to a path in the file system.
package enum UnixSocket {
    /// Connects; while the queue of the listener is full, waits until `deadline` on the boot clock.
    package static func connect(to path: String, waitingUntil deadline: Int64) throws(SystemError)
        -> Descriptor
    {
        let socket = Descriptor(owning: try SystemError.check(linux_socket(AF_UNIX), "socket"))
        while true {
            let result = try attempt(socket, path)
            guard result == -EAGAIN else {
                try SystemError.check(result, "connect", path)
                return socket
            }
            try pause(path, deadline)
        }
    }

    /// Whether a process listens at the path; a stale socket refuses every connection.
    static func isAlive(at path: String) throws(SystemError) -> Bool {
        let socket = Descriptor(owning: try SystemError.check(linux_socket(AF_UNIX), "socket"))
        let result = try attempt(socket, path)
        switch result {
        case 0, -EAGAIN: return true
        case -ECONNREFUSED, -ENOENT: return false
        default: throw SystemError(call: "connect", code: -result, path: path)
        }
    }

    private static func attempt(_ socket: borrowing Descriptor, _ path: String) throws(SystemError) -> Int32 {
        let number = socket.number
        guard !path.utf8.contains(0) else { throw SystemError(call: "connect", code: EINVAL) }
        return unsafe path.withCString { text in retryingShim { unsafe linux_connect_unix(number, text) } }
    }

    /// The kernel does not report when a queue has room again, so this polls every few milliseconds.
    private static func pause(_ path: String, _ deadline: Int64) throws(SystemError) {
        guard KernelClock.bootNanoseconds() < deadline else {
            throw SystemError(call: "connect", code: ETIMEDOUT, path: path)
        }
        ThisProcess.pause()
    }
}
