import Bytes
import Exchange
import Kernel
import TestSupport
import Testing

/// Bytes in, bytes out, by a command.
struct DecoderTests: ~Copyable {
    private var server: RecordingServer

    init() throws {
        var server = try RecordingServer()
        try server.answer("GET /sts", with: "answer $HOME `id`\n\u{1}")
        self.server = server
    }

    private func run(_ words: String..., limit: Int = 65_536, seconds: Int = 60) throws -> Result<
        Reply, ExchangeFailure
    >? {
        var request = ExchangeRequest(.get, try ExchangeURL(server.url + "/sts"))
        request.decoder = try ExchangeCommand(words)
        request.maximumResponseSize = limit
        request.timeout = seconds
        return try fetch(request)
    }

    @Test func `a decoder gets the answer on its input, and its output replaces the answer`() throws {
        #expect(try run("/bin/cat")?.get().body == "answer $HOME `id`\n\u{1}")
        #expect(try run("/usr/bin/tr", "a-z", "A-Z")?.get().body == "ANSWER $HOME `ID`\n\u{1}")
    }

    @Test func `no shell reads its arguments`() throws {
        #expect(try run("/usr/bin/printf", "%s|%s", "$HOME;id", "a b")?.get().body == "$HOME;id|a b")
    }

    @Test func `a decoder gets nothing of our environment`() throws {
        let names = try run("/usr/bin/env")?.get().body.split(separator: "\n").map { $0.prefix { $0 != "=" } }
        #expect(names?.sorted() == ["LC_ALL", "PATH"])
    }

    @Test(
        arguments: [
            (["/nonexistent/decoder"], "posix_spawn /nonexistent/decoder: no such file or directory"),
            (["/bin/false"], "/bin/false exited with status 1"),
            (["/bin/sh", "-c", "echo {}; exit 7"], "/bin/sh exited with status 7"),
            (["/bin/sh", "-c", "kill -9 $$"], "/bin/sh killed by signal 9"),
        ])
    func `one that fails says how`(words: [String], message: String) throws {
        var request = ExchangeRequest(.get, try ExchangeURL(server.url + "/sts"))
        request.decoder = try ExchangeCommand(words)
        let failure = try fetch(request)?.failure
        #expect(failure?.kind == .command)
        #expect(failure?.message.hasSuffix(message) == true, "\(failure?.message ?? "")")
    }

    @Test func `one that never ends is stopped, and one that writes without end as well`() throws {
        // Enough for the exchange, on a machine that is busy.
        let late = try run("/bin/sleep", "600", seconds: 3)?.failure
        #expect(late?.kind == .command && late?.message.contains("timed out") == true)
        let long = try run("/usr/bin/yes", limit: 1_000)?.failure
        #expect(long?.kind == .command && long?.message.contains("too large") == true)
    }

    @Test mutating func `an error of the server is nothing to decode`() throws {
        try server.answer("GET /sts", 503, with: "busy")
        let reply = try run("/bin/false")?.get()
        #expect(reply?.status == 503)
        #expect(reply?.body == "busy")
    }
}
