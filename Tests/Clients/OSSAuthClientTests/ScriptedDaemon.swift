import Bytes
import Dispatch
import Glibc
import HTTP
import Kernel
import Synchronization
import TestSupport

/// Answers by a script, on a thread of its own: connection after connection, answer after answer.
final class ScriptedDaemon: Sendable {
    /// The reaction to one request.
    enum Step: Sendable {
        case answer(String)
        /// Nothing, and the connection stays.
        case silence
    }

    let path: String
    private let directory: TemporaryDirectory
    private let listener: UnixListener
    private let requests = Mutex<[String]>([])

    /// Each list is a connection, which ends behind its last step.
    init(_ connections: [[Step]]) throws {
        directory = try TemporaryDirectory()
        path = directory.appending("api.sock")
        listener = try UnixListener(path: path, access: FileAccess(mode: 0o600), backlog: 16)
        DispatchQueue(label: "daemon").async { [self] in
            for steps in connections { try? serve(steps) }
        }
    }

    convenience init(_ answers: String...) throws {
        try self.init([answers.map(Step.answer)])
    }

    var received: [String] { requests.withLock { $0 } }

    /// A body with the head of the daemon around it.
    static func body(_ text: String, _ code: Int = 200, _ more: String = "") -> String {
        "HTTP/1.1 \(code) X\r\nContent-Type: application/json\r\n\(more)Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
    }

    private func serve(_ steps: [Step]) throws {
        let connection = try accept()
        var bytes = ByteBuffer()
        for step in steps {
            guard try takeRequest(connection, &bytes) else { return }
            switch step {
            case .answer(let text): try connection.sendAll(text.utf8Span.span, waitingUntil: soon())
            case .silence: while try takeRequest(connection, &bytes) {}
            }
        }
    }

    private func accept() throws -> Descriptor {
        let deadline = soon()
        while KernelClock.bootNanoseconds() < deadline {
            if let connection = try listener.socket.accept() { return connection }
            _ = poll(nil, 0, 1)
        }
        throw SystemError(call: "accept", code: 110)
    }

    /// `false`: the client has hung up.
    private func takeRequest(_ connection: borrowing Descriptor, _ bytes: inout ByteBuffer) throws -> Bool {
        while true {
            var scan = HeadScan()
            if !bytes.isEmpty, let head = try RequestHead.decode(bytes.span, &scan),
                bytes.count >= head.messageLength
            {
                let text = String(copying: bytes[0..<head.messageLength])
                requests.withLock { $0.append(text) }
                bytes.removeFirst(head.messageLength)
                return true
            }
            guard
                try connection.receive(into: &bytes, atMost: 65_536, waitingUntil: soon()) != .endOfStream
            else { return false }
        }
    }
}
