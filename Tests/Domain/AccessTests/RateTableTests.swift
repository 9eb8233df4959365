import Testing
internal import Time

@testable import Access
@testable import AccessSupport

struct RateTableTests {
    private var table = RateTable<RatedRule>()
    private let rule = Rule.alice { rule in
        rule.rate = Rate(count: 10, per: .seconds(1))
        rule.burst = 3
    }

    private func at(_ milliseconds: Int) -> Instant {
        Instant(nanosecondsSinceBoot: 0) + .milliseconds(milliseconds)
    }

    private mutating func metered(_ rules: [Rule], by user: UInt32 = 1_000) -> MeteredRules {
        table.meter(Policy(rules: rules).rules(for: .alice), of: user, at: at(0))
    }

    private mutating func take(_ count: Int, of rule: Rule? = nil, by user: UInt32 = 1_000, at now: Int = 0) {
        metered([rule ?? self.rule], by: user).take(count, of: 0, at: at(now))
    }

    /// `nil`: it is granted.
    private mutating func wait(_ milliseconds: Int, for rule: Rule? = nil, by user: UInt32 = 1_000)
        -> Duration?
    {
        let metered = metered([rule ?? self.rule], by: user)
        guard case .usedUp(_, let wait) = Request().decision(of: metered.rules(at: at(milliseconds))) else {
            return nil
        }
        return wait
    }

    @Test mutating func `grants a burst at once and then as it grows back`() {
        for _ in 0..<3 {
            #expect(wait(0) == nil)
            take(1)
        }
        #expect(wait(0) == .milliseconds(100))
        #expect(wait(99) == .milliseconds(1))
        #expect(wait(100) == nil)
        take(1, at: 100)
        #expect(wait(100) == .milliseconds(100))
        #expect(wait(10_000) == nil)
    }

    @Test mutating func `one user at the limit changes nothing for another`() {
        take(100)
        #expect(wait(0) != nil)
        #expect(wait(0, by: 1_001) == nil)
        #expect(wait(0, for: .alice { $0.name = "other" }) == nil)
    }

    @Test mutating func `one request for many signatures is granted and counted in full`() {
        take(1_000)
        #expect(wait(0) == .milliseconds(99_800))
        #expect(wait(99_800) == nil)
    }

    @Test mutating func `without a burst the whole rate is available at once`() {
        let rule = Rule.alice { $0.rate = Rate(count: 2, per: .seconds(86_400)) }
        take(1, of: rule)
        #expect(wait(0, for: rule) == nil)
        take(1, of: rule)
        #expect(wait(0, for: rule) == .seconds(43_200))
    }

    @Test mutating func `the requests of all connections of a user are counted together`() {
        let one = metered([rule])
        let other = metered([rule])
        one.take(1, of: 0, at: at(0))
        other.take(2, of: 0, at: at(0))
        for decision in [one.rules(at: at(0)), other.rules(at: at(0))].map(Request().decision(of:)) {
            #expect(decision == .usedUp(by: 0, wait: .milliseconds(100)))
        }
    }

    @Test mutating func `a changed rate applies at once, and keeps the uses`() {
        take(4)
        #expect(wait(0) == .milliseconds(200))
        var roomier = rule
        roomier.burst = 4
        #expect(wait(0, for: roomier) == .milliseconds(100))
        roomier.rate = Rate(count: 1, per: .seconds(60))
        roomier.burst = 1
        #expect(wait(0, for: roomier) == .milliseconds(400))
        take(1, of: roomier)
        #expect(wait(0, for: roomier) == .milliseconds(60_400))
    }

    @Test mutating func `a rule that is used up gives way to another that grants`() {
        let other = Rule.alice { $0.name = "other" }
        let request = Request()
        take(3)
        let both = metered([rule, other])
        #expect(request.decision(of: both.rules(at: at(0))) == .granted(by: 1))
        let one = metered([rule])
        let waiting = one.rules(at: at(0))
        #expect(request.decision(of: waiting) == .usedUp(by: 0, wait: .milliseconds(100)))
        #expect(Request(operation: .presign).decision(of: waiting) == .refused(missing: .operation(.presign)))
    }

    @Test(arguments: [false, true])
    mutating func `of two rules that are used up the sooner one is waited for`(isReversed: Bool) {
        let slower = Rule.alice { rule in
            rule.name = "slower"
            rule.rate = Rate(count: 1, per: .seconds(60))
        }
        take(3)
        take(1, of: slower)
        let waiting = metered(isReversed ? [slower, rule] : [rule, slower])
        #expect(
            Request().decision(of: waiting.rules(at: at(0)))
                == .usedUp(by: isReversed ? 1 : 0, wait: .milliseconds(100)))
    }

    @Test(arguments: [
        (Duration.seconds(1), "7/s"), (.seconds(60), "7/min"), (.seconds(3_600), "7/h"),
        (.seconds(600), "7/10min"), (.seconds(5_400), "7/1h 30min"),
    ])
    func `a rate is written as in the configuration`(interval: Duration, text: String) {
        #expect(Rate(count: 7, per: interval).description == text)
    }

    /// With many users only the allowances that have grown back are removed.
    @Test mutating func `many users do not reset the allowance of one`() {
        for user in UInt32(0)..<3_000 { take(13, by: user) }
        for user in UInt32(0)..<3_000 { #expect(wait(0, by: user) == .milliseconds(1_100)) }
    }

    @Test mutating func `unused allowances are removed`() {
        for user in 0..<5_000 {
            let metered = table.meter(
                Policy(rules: [rule]).rules(for: .alice), of: UInt32(user), at: at(1_000 * user))
            metered.take(3, of: 0, at: at(1_000 * user))
        }
        #expect(table.allowances.count <= 1_025)
    }

    @Test mutating func `many users never give one user two allowances`() {
        let kept = metered([rule])
        for user in UInt32(2_000)..<6_000 { _ = metered([rule], by: user) }
        kept.take(3, of: 0, at: at(0))
        #expect(wait(0) == .milliseconds(100))
    }

    @Test mutating func `the highest numbers do not overflow the wait`() throws {
        let rule = Rule.alice { $0.rate = Rate(count: 1, per: .seconds(86_400)) }
        for _ in 0..<100 { take(1_000_000, of: rule) }
        #expect(try #require(wait(0, for: rule)) > .seconds(1_000_000))
    }
}
