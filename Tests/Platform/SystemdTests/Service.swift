import Bytes
import Kernel
import TestSupport

/// A service that is started as systemd does it.
struct Service: ~Copyable {
    private let near: Descriptor
    private var child: ChildProcess

    /// Passes the descriptors from 3 on under these names, joined by colons.
    init(names: String, _ requests: [String], passing descriptors: [InheritedDescriptor]) throws {
        var pair = try SocketPair()
        let near = pair.take()
        let far = pair.take()
        let count = descriptors.count
        // Only the process itself knows its number before it starts.
        let variables = count == 0 ? "" : "LISTEN_PID=$$ LISTEN_FDS=\(count) LISTEN_FDNAMES=\(names)"
        child = try ChildProcess(
            "/bin/sh",
            arguments: ["-c", "\(variables) exec \"$0\" \"$@\"", builtProgram("ServiceProbe")] + requests,
            environment: [], inheriting: [.init(far, as: 0), .init(far, as: 1)] + descriptors)
        self.near = near
    }

    /// Its next lines, as many as it was asked for and one for the names.
    func report(lines count: Int) throws -> [String] {
        var buffer = ByteBuffer()
        while true {
            let text = String(copying: buffer.span)
            let lines = text.split(separator: "\n").map(String.init)
            if lines.count == count, text.hasSuffix("\n") { return lines }
            let result = try near.receive(into: &buffer, atMost: 4_096, waitingUntil: soon())
            if result == .endOfStream { return lines }
        }
    }

    mutating func finish() throws -> Termination {
        try near.finishSending()
        return try child.wait()
    }
}
