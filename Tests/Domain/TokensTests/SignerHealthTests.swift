import Testing
import Time
import Tokens

struct SignerHealthTests {
    private let start = Instant(nanosecondsSinceBoot: 1_000_000_000_000)

    private func failing(_ count: Int, random: UInt64 = .max) -> SignerHealth {
        var health = SignerHealth()
        for _ in 0..<count { health.failed(retryAfter: nil, at: start, random: random) }
        return health
    }

    @Test func `two failures are chance`() {
        #expect(failing(2).rest(at: start) == nil)
        #expect(failing(3).rest(at: start) != nil)
    }

    @Test(arguments: [(3, 1_000), (4, 2_000), (5, 4_000), (7, 16_000), (8, 30_000), (1_000, 30_000)])
    func `each further failure doubles the rest, whose last half is chance`(failures: Int, most: Int) throws {
        for random in UInt64(0)..<50 {
            let health = failing(failures, random: random &* 0x9E37_79B9_7F4A_7C15)
            let rest = try #require(health.rest(at: start)) - start
            #expect(rest <= .milliseconds(most))
            #expect(rest >= .milliseconds(most / 2))
        }
    }

    @Test func `a rest ends, and a success ends all`() {
        var health = failing(9)
        #expect(health.rest(at: start + .seconds(30)) == nil)
        health.succeeded()
        #expect(health == SignerHealth())
    }

    @Test func `no later failure shortens a rest`() {
        var health = SignerHealth()
        health.failed(retryAfter: 60, at: start, random: 0)
        health.failed(retryAfter: 7, at: start + .seconds(1), random: 0)
        #expect(health.rest(at: start + .seconds(1)) == start + .seconds(60))
    }

    @Test(arguments: [(7, 7), (100_000, 300), (-5, 0)])
    func `the server's own wish counts from the first failure on`(wish: Int, seconds: Int) {
        var health = SignerHealth()
        health.failed(retryAfter: wish, at: start, random: 0)
        #expect(health.rest(at: start) == (seconds == 0 ? nil : start + .seconds(seconds)))
    }
}
