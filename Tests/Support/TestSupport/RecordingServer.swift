internal import Bytes
internal import Kernel

/// The server of `Tests/Support/Fixtures/servers` that tells what arrives, byte for byte.
package struct RecordingServer: ~Copyable {
    package let port: String
    private var requests: [String] = []
    private var program: RunningProgram

    /// Speaks TLS when there is a certificate, and only to clients of `authority` when there is one.
    package init(with certificate: Certificate? = nil, clientsOf authority: Authority? = nil) throws {
        let script =
            sourceTree("Tests/Support/Fixtures/servers/recording_server.py")
        let files = certificate.map { [$0.file, $0.key] } ?? []
        var program = try RunningProgram(
            "python3", ["-B", script] + files + (authority.map { [$0.certificate.file] } ?? []))
        port = try program.readLine()
        self.program = program
    }

    package var url: String { "http://127.0.0.1:\(port)" }
}

extension RecordingServer {
    /// Answers all requests like this one (`GET /sts`) that come from now on.
    package mutating func answer(
        _ request: String, _ status: Int = 200, with body: String = "", isDated: Bool = false
    ) throws {
        // The dot stands for itself where the body is empty.
        let hex = "." + body.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let command = "answer \(status) \(hex) \(request)\(isDated ? " dated" : "")\n"
        try program.stream.sendAll(command.utf8Span.span, waitingUntil: soon())
        while true {
            let line = try program.readLine()
            if line == "done" { return }
            note(line)
        }
    }

    /// The next request that came, as it came.
    package mutating func nextRequest() throws -> String {
        while requests.isEmpty { note(try program.readLine()) }
        return requests.removeFirst()
    }

    /// How many requests came that were not taken yet; telling it something brings that up to now.
    package var count: Int { requests.count }

    private mutating func note(_ line: String) {
        requests.append(
            String(decoding: [UInt8](hex: String(line.dropFirst("request ".count))), as: UTF8.self))
    }
}
