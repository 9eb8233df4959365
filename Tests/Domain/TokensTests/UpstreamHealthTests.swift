import Testing
import Time
import Tokens

struct UpstreamHealthTests {
    private var health = UpstreamHealth(count: 3)
    private let start = Instant(nanosecondsSinceBoot: 1_000)

    @Test func `the order of the servers is the operator's while all is well`() {
        #expect(health.order(at: start) == [0, 1, 2])
    }

    @Test mutating func `a server that failed is asked last, until it brings a token`() {
        health.failed(0, at: start)
        #expect(health.order(at: start) == [1, 2, 0])
        health.failed(1, at: start + .seconds(1))
        #expect(health.order(at: start + .seconds(1)) == [2, 0, 1])
        health.succeeded(0)
        #expect(health.order(at: start + .seconds(2)) == [0, 2, 1])
    }

    @Test mutating func `a failure is forgotten after five minutes`() {
        health.failed(0, at: start)
        #expect(health.order(at: start + .milliseconds(299_999)) == [1, 2, 0])
        #expect(health.order(at: start + .seconds(300)) == [0, 1, 2])
    }

    @Test mutating func `when all failed, all are asked`() {
        for server in 0..<3 { health.failed(server, at: start) }
        #expect(health.order(at: start) == [0, 1, 2])
    }
}
