import TestSupport
import Testing

/// The answers to a caller beyond its rate, and the cost for the others.
struct RateTests {
    /// Two requests, and then none for an hour.
    private func daemon() throws -> RunningDaemon {
        let home = try Home(profiles: manualProfile())
        let text = try read(home.configuration)
        try write(home.configuration, "\(text)\nRate=1/1h\nBurst=2\n")
        let daemon = try RunningDaemon(home)
        try daemon.give()
        return daemon
    }

    @Test func `a connection beyond the rate is told how long, and answered where no rate counts`() throws {
        let daemon = try daemon()
        let client = try daemon.connect()
        for _ in 0..<2 { #expect(try client.ask("POST", "/v1/presign", Question.presign).status == 200) }
        let answer = try client.ask("POST", "/v1/presign", Question.presign)
        #expect(answer.status == 429)
        #expect(Int(answer.header("retry-after") ?? "") ?? 0 > 3_000)
        #expect(answer.body.contains("]: Rate=1/h is used up; try again in "))
        // A request without a rate is answered on this connection too.
        #expect(try client.ask("GET", "/v1/status").status == 200)
    }

    @Test func `requests behind one beyond the rate are not lost`() throws {
        let daemon = try daemon()
        let client = try daemon.connect()
        let presign = Client.text("POST", "/v1/presign", Question.presign)
        try client.send(String(repeating: presign, count: 4) + Client.text("GET", "/v1/status"))
        let statuses = try (0..<5).map { _ in try client.answer().status }
        #expect(statuses == [200, 200, 429, 429, 200])
    }

    @Test func `a client that goes after a refusal is gone`() throws {
        let daemon = try daemon()
        let before = try daemon.descriptorCount()
        for _ in 0..<10 {
            let client = try daemon.connect()
            for _ in 0..<3 { _ = try client.ask("POST", "/v1/presign", Question.presign) }
        }
        #expect(try eventually { try daemon.descriptorCount() <= before })
    }
}
