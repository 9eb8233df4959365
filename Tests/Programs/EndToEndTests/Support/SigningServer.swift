import Bytes
import Kernel
import TestSupport
import Testing

/// The AppServer of `Tests/Support/Fixtures/servers/signing_server.py`, which signs by code of its own.
struct SigningServer: ~Copyable {
    /// One request as it came, and the number of its connection.
    struct Request {
        let connection: Int
        let text: String

        var head: String { text.split(separator: "\r\n\r\n", maxSplits: 1).first.map(String.init) ?? "" }
        var document: Document {
            Document(text.split(separator: "\r\n\r\n", maxSplits: 1).dropFirst().first.map(String.init) ?? "")
        }
    }

    static let keyID = "LTAI5tPublicVector01"

    let port: String
    private var requests: [Request] = []
    private var program: RunningProgram

    init(with certificate: Certificate? = nil) throws {
        let files = certificate.map { [$0.file, $0.key] } ?? []
        var program = try RunningProgram(
            "python3", ["-B", sourceTree("Tests/Support/Fixtures/servers/signing_server.py")] + files)
        port = try program.readLine()
        self.program = program
    }

    /// A profile whose signatures it makes.
    func profile(_ more: String = "", _ name: String = "main") -> String {
        """
        [Profile \(name)]
        Source=remote-signer
        URL=http://127.0.0.1:\(port)/sign
        AccessKeyID=\(SigningServer.keyID)
        Region=cn-hangzhou
        Endpoint=https://oss-cn-hangzhou.aliyuncs.com
        \(more)

        """
    }
}

extension SigningServer {
    mutating func tell(_ command: String) throws {
        try program.stream.sendAll("\(command)\n".utf8Span.span, waitingUntil: soon())
        while true {
            let line = try program.readLine()
            if line == "done" { return }
            note(line)
        }
    }

    mutating func answer(_ status: Int, _ body: String = "") throws {
        let hex = body.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try tell("answer \(status) .\(hex)")
    }

    /// The next request that came.
    mutating func next() throws -> Request {
        while requests.isEmpty { note(try program.readLine()) }
        return requests.removeFirst()
    }

    /// All that came until now.
    mutating func all(afterTelling command: String = "sign") throws -> [Request] {
        try tell(command)
        defer { requests.removeAll() }
        return requests
    }

    private mutating func note(_ line: String) {
        let words = line.split(separator: " ")
        guard words.count == 3, let number = Int(words[1]) else { return }
        requests.append(
            Request(
                connection: number,
                text: String(decoding: [UInt8](hex: String(words[2])), as: UTF8.self)))
    }
}
