import Bytes
import Exchange
import Glibc
import Kernel
import TestSupport
import Testing

struct FetchProgramTests {
    /// Writes to the standard input of the program, and ends it.
    private func run(_ arguments: [String], input: String) throws -> (output: String, end: Termination) {
        var program = try RunningProgram(builtProgram("ossauth-fetch"), arguments)
        try? program.stream.sendAll(input.utf8Span.span, waitingUntil: soon())
        try program.stream.finishSending()
        let output = try program.rest()
        return (String(copying: output.span), try program.child.wait())
    }

    @Test(arguments: [
        "", "\n", "{", "{}", "{\"url\":\"https://a/\",\"url\":\"https://b/\"}",
        "{\"url\":\"file:///etc/passwd\"}",
        "{\"url\":\"https://a/\"}\n{\"url\":\"https://b/\"}\n", "\0\u{ff}",
    ])
    func `a request that is none gets a reply that says so`(input: String) throws {
        let (output, end) = try run(["--fd", "0"], input: input)
        #expect(end == .exited(0))
        #expect(output.hasPrefix("{\"failure\":\"badRequest\",\"message\":\""))
        #expect(output.hasSuffix("\"}\n"))
    }

    @Test func `a request may come from standard input without an end of line`() throws {
        let (output, end) = try run(["--fd", "0"], input: "{\"url\":\"http://example.com/\"}")
        #expect(end == .exited(0))
        #expect(output.hasPrefix("{\"failure\":\"refusedPlainHTTP\""))
    }

    @Test func `a request that is too long is not read to its end`() throws {
        let input = String(repeating: " ", count: ExchangeLimit.requestBytes + 1)
        let (_, end) = try run(["--fd", "0"], input: input)
        #expect(end == .exited(1))
    }

    @Test(arguments: ["--help", "-h"])
    func `prints its help on request`(word: String) throws {
        let (output, end) = try run([word], input: "")
        #expect(end == .exited(0) && output.contains("\nusage: ossauth-fetch [--fd N] "))
    }

    @Test(arguments: [
        ["--fd"], ["--fd", "x"], ["--fd", "1"], ["--fd", "2"], ["--fd", "-1"], ["--fd", "77"],
        ["--help", "x"], [],
    ])
    func `other arguments, and descriptors that are not there, are refused`(arguments: [String]) throws {
        let (output, end) = try run(arguments, input: "")
        #expect(end == .exited(64))
        #expect(output == "")
    }

    /// The server never answers, so that there is time to look.
    @Test func `leaves no core dump`() throws {
        let server = try ScriptedServer()
        let program = try RunningProgram(builtProgram("ossauth-fetch"), input: 3)
        try send(ExchangeRequest(.get, try ExchangeURL("http://127.0.0.1:\(server.port)/hang")), to: program)
        let limits = "/proc/\(program.child.process)/limits"
        let isForbidden = try eventually {
            let text = try File.open(limits).contents(atMost: 65_536)
            return String(copying: text.span).contains(/Max core file size +0 +0/)
        }
        #expect(isForbidden)
    }

    /// The exchange itself has succeeded by then, so libcurl has nothing left to end.
    @Test func `an answer that is not taken is given up in time`() throws {
        let server = try ScriptedServer()
        var program = try RunningProgram(builtProgram("ossauth-fetch"), input: 3)
        var request = ExchangeRequest(.get, try ExchangeURL("http://127.0.0.1:\(server.port)/good"))
        request.isOneOfMany = true
        try send(request, to: program)
        _ = try program.readLine()
        request.url = try ExchangeURL("http://127.0.0.1:\(server.port)/bytes?1000000")
        request.maximumResponseSize = 1_000_000
        request.timeout = 1
        try send(request, to: program)
        #expect(try program.child.wait(until: soon()) == .killed(signal: SIGALRM))
    }

}

/// Asks a program that stays.
func send(_ request: ExchangeRequest, to program: borrowing RunningProgram) throws {
    var line = ByteBuffer()
    try line.append(request)
    try program.stream.sendAll(line.span, waitingUntil: soon())
}
