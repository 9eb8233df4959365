package import Bytes
internal import Glibc
package import Kernel

/// A program whose input and output are ours, and which ends with this value at the latest.
package struct RunningProgram: ~Copyable {
    package var child: ChildProcess
    package let stream: Descriptor
    private var received = ByteBuffer()

    /// Looks for a bare name where shells do.
    package init(
        _ program: String, _ arguments: [String] = [], environment: [String] = [], input: Int32 = 0
    ) throws(SystemError) {
        var pair = try SocketPair()
        let near = pair.take()
        let far = pair.take()
        let path = program.contains("/") ? program : "/usr/bin/\(program)"
        child = try ChildProcess(
            path, arguments: arguments, environment: environment + ["PATH=/usr/local/bin:/usr/bin:/bin"],
            inheriting: [.init(far, as: input), .init(far, as: 1), .standardError])
        stream = near
    }
}

extension RunningProgram {
    /// The next line of the output, without its end.
    package mutating func readLine() throws(SystemError) -> String {
        while true {
            if let end = received.span.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(copying: received.span.extracting(0..<end))
                received.removeFirst(end + 1)
                return line
            }
            let result = try stream.receive(into: &received, atMost: 4_096, waitingUntil: soon())
            guard case .bytes = result else { throw SystemError(call: "read a line", code: EPIPE) }
        }
    }

    /// All that it still says before it closes its output.
    package mutating func rest() throws(SystemError) -> ByteBuffer {
        while case .bytes = try stream.receive(into: &received, atMost: 65_536, waitingUntil: soon()) {}
        return ByteBuffer(copying: received.span)
    }

    package mutating func finish() throws(SystemError) -> Termination {
        _ = try rest()
        return try child.wait()
    }
}
