import Bytes
import Kernel
import TestSupport

/// The built program, and its ledger.
struct DemoServer: ~Copyable {
    var program: RunningProgram
    let url: String
    let port: UInt16
    let directory: TemporaryDirectory

    init(_ arguments: [String] = []) throws {
        let directory = try TemporaryDirectory()
        var program = try RunningProgram(
            builtProgram("ossauth-appserver"),
            ["--demo", "--ledger", directory.appending("ledger")] + arguments)
        let line = try program.readLine()
        url = String(line.dropFirst("listening on ".count))
        port = url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        self.directory = directory
        self.program = program
    }

    /// The lines of the ledger.
    func ledger() throws -> [Substring] {
        let content = try File.contents(of: directory.appending("ledger"), atMost: 1 << 20)
        return String(copying: content.span).split(separator: "\n")
    }

    func curl(_ arguments: String...) throws -> String {
        var curl = try RunningProgram("curl", ["-s", "--noproxy", "*"] + arguments)
        let output = try curl.rest()
        return String(copying: output.span)
    }

    func connect() throws -> Descriptor {
        try Loopback.v4.connect(port: port, waitingUntil: soon())
    }

    /// Sends the bytes, stops sending, and reads to the end.
    func exchange(_ request: String) throws -> String {
        let socket = try connect()
        try socket.sendAll(request.utf8Span.span, waitingUntil: soon())
        try socket.finishSending()
        var answer = ByteBuffer()
        while case .bytes = try socket.receive(into: &answer, atMost: 65_536, waitingUntil: soon()) {}
        return String(copying: answer.span)
    }
}

/// The text of one member.
func member(_ name: String, of document: some StringProtocol) -> String? {
    let pattern = try? Regex("\"\(name)\": ?\"([^\"]*)\"")
    return pattern.flatMap { String(document).firstMatch(of: $0) }?.output[1].substring.map(String.init)
}
