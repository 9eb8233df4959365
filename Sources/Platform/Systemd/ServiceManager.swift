internal import Bytes
internal import CSystemd
internal import Glibc
package import Kernel

/// The systemd that started us, if one did.
package enum ServiceManager {
    /// Tells it all of these at once; `false` when nobody asked to be told.
    @discardableResult
    package static func notify(_ states: ServiceState...) throws(SystemError) -> Bool {
        var message = ByteBuffer()
        for state in states { state.write(to: &message) }
        let isUrgent = states.contains { $0.isUrgent }
        return isUrgent ? try send(&message) : try offer(&message, with: [])
    }

    /// After so long without a word it takes us for hung and ends us; `nil`: it does not look.
    package static func watchdogPeriod() throws(SystemError) -> Duration? {
        var microseconds: UInt64 = 0
        let isWatched = unsafe sd_watchdog_enabled(0, &microseconds)
        guard try SystemError.check(isWatched, "sd_watchdog_enabled") > 0 else { return nil }
        return .microseconds(Int64(clamping: microseconds))
    }

    /// Says that we are alive, by a socket that is there when no descriptor is left for another; `false`: not now.
    package static func tellAlive(by socket: borrowing DatagramSocket) throws(SystemError) -> Bool {
        guard let manager = ThisProcess.variable("NOTIFY_SOCKET") else { return false }
        return try socket.offer("WATCHDOG=1\n".utf8Span.span, to: manager)
    }

    /// Hands over an open file that the next start gets back; `false` when nobody keeps such.
    ///
    /// Files of the same name are all kept: `forget` the old one first.
    @discardableResult
    package static func keep(_ descriptor: borrowing Descriptor, named name: String) throws(SystemError)
        -> Bool
    {
        // Nobody shall poll it: only we say when it is not needed any more.
        var message = try assignment("FDSTORE=1\nFDPOLL=0\nFDNAME=", name)
        return try offer(&message, with: [descriptor.number])
    }

    /// Drops all open files that were handed over under the name.
    @discardableResult
    package static func forget(named name: String) throws(SystemError) -> Bool {
        var message = try assignment("FDSTOREREMOVE=1\nFDNAME=", name)
        return try offer(&message, with: [])
    }
}

extension ServiceManager {
    /// The names that systemd takes; a wrong one it would drop in silence.
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

    /// Waits while the manager is busy: what starting, reloading and stopping hang on must arrive.
    private static func send(_ message: inout ByteBuffer) throws(SystemError) -> Bool {
        message.append(UInt8(0))
        let result = unsafe message.span.withUnsafeBufferPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { text in unsafe sd_notify(0, text.baseAddress) }
        }
        return try SystemError.check(result, "sd_notify") > 0
    }

    /// Never waits: a manager that hangs must not stop us, and the kernel keeps but ten of these for it.
    private static func offer(_ message: inout ByteBuffer, with files: [Int32]) throws(SystemError) -> Bool {
        guard let socket = ThisProcess.variable("NOTIFY_SOCKET") else { return false }
        guard try DatagramSocket().offer(message.span, with: files, to: socket) else {
            throw SystemError(call: "send to", code: EAGAIN, path: socket)
        }
        return true
    }
}
