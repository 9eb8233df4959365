import Kernel
import TestSupport
import Testing

/// The memory held for one user is bounded, however many connections it has.
@Suite(.serialized) struct HeldMemoryTests {
    /// Thirty of them fit beyond doubt; which ones of the others are refused depends on whose bytes are read last.
    @Test func `requests of which the last byte never comes are refused beyond 64 MiB`() throws {
        let daemon = try RunningDaemon(Home("RequestTimeout=1h", profiles: manualProfile()))
        let size = 2 * 1_048_576
        let head = "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n"
        let text = head + String(repeating: " ", count: size - 1)
        var clients: [Client] = []
        for _ in 0..<40 {
            let client = try daemon.connect()
            try client.send(text)
            clients.append(client)
        }
        try daemon.give()
        #expect(try daemon.ask("POST", "/v1/presign", Question.presign).status == 200)
        let statuses = try clients.map { client in
            // The connection of a refused client may be closed.
            try? client.send(" ")
            return try client.answer().status
        }
        #expect(statuses.count { $0 == 400 } >= 30 && statuses.count { $0 == 429 } >= 4, "\(statuses)")
        let again = try daemon.connect()
        try again.send(text + " ")
        #expect(try again.answer().status == 400)
    }

    @Test func `many keys with more parameters than a request may have are refused`() throws {
        let daemon = try RunningDaemon(Home("RequestTimeout=1h", profiles: manualProfile()))
        try daemon.give()
        let keys = (0..<1_000).map { "\"\($0)\"" }.joined(separator: ",")
        let value = String(repeating: "a", count: 1_000_000)
        let answer = try daemon.ask(
            "POST", "/v1/presign",
            #"{"bucket":"bucket","parameters":{"response-content-disposition":"\#(value)"},"keys":[\#(keys)]}"#
        )
        #expect(answer.status == 422)
        #expect(answer.document["detail"].text.hasPrefix("parameters and headers: "), "\(answer.body)")
        #expect(try daemon.ask("POST", "/v1/presign", Question.presign).status == 200)
    }

    /// Each answer has four million bytes.
    @Test func `connections with unread answers are closed beyond 64 MiB`() throws {
        let daemon = try RunningDaemon(Home("RequestTimeout=1h", profiles: manualProfile()))
        try daemon.give()
        let keys = (0..<250).map { "\"\($0)\"" }.joined(separator: ",")
        let value = String(repeating: "a", count: 16_000)
        let members = #""parameters":{"response-content-disposition":"\#(value)"},"keys":[\#(keys)]"#
        let clients = try (0..<24).map { _ in
            let client = try daemon.connect()
            try client.request("POST", "/v1/presign", #"{"bucket":"bucket",\#(members)}"#)
            return client
        }
        // Served in the order in which they came, so all of them have what they get.
        let last = try daemon.ask("POST", "/v1/presign", Question.presign)
        #expect(last.status == 200)
        let whole = clients.count { client in (try? client.answer())?.status == 200 }
        #expect((15...17).contains(whole))
    }
}
