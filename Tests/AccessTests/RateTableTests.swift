internal import Access
import Testing
internal import Time

struct RateTableTests {
    private var table = RateTable()
    private let rule = Rule.alice { rule in
        rule.rate = Rate(count: 10, per: .seconds(1))
        rule.burst = 3
    }

    private func at(_ milliseconds: Int) -> Instant {
        Instant(nanosecondsSinceBoot: 0) + .milliseconds(milliseconds)
    }

    private func wait(_ milliseconds: Int, by user: UInt32 = 1_000) -> Duration {
        table.wait(for: rule, by: user, at: at(milliseconds))
    }

    @Test mutating func `grants a burst at once and then as it grows back`() {
        for _ in 0..<3 {
            #expect(wait(0) == .zero)
            table.take(1, of: rule, by: 1_000, at: at(0))
        }
        #expect(wait(0) == .milliseconds(100))
        #expect(wait(99) == .milliseconds(1))
        #expect(wait(100) == .zero)
        table.take(1, of: rule, by: 1_000, at: at(100))
        #expect(wait(100) == .milliseconds(100))
        #expect(wait(10_000) == .zero)
    }

    @Test mutating func `one user at the limit changes nothing for another`() {
        table.take(100, of: rule, by: 1_000, at: at(0))
        #expect(wait(0) > .zero)
        #expect(wait(0, by: 1_001) == .zero)
        #expect(table.wait(for: Rule(name: "other"), by: 1_000, at: at(0)) == .zero)
    }

    @Test mutating func `what comes in one piece is granted and paid for`() {
        table.take(1_000, of: rule, by: 1_000, at: at(0))
        #expect(wait(0) == .milliseconds(99_800))
        #expect(wait(99_800) == .zero)
    }

    @Test mutating func `without a burst the rate comes at once`() {
        let rule = Rule.alice { $0.rate = Rate(count: 2, per: .seconds(86_400)) }
        table.take(1, of: rule, by: 1_000, at: at(0))
        #expect(table.wait(for: rule, by: 1_000, at: at(0)) == .zero)
        table.take(1, of: rule, by: 1_000, at: at(0))
        #expect(table.wait(for: rule, by: 1_000, at: at(0)) == .seconds(43_200))
    }

    @Test mutating func `a rule that is used up gives way to another that grants`() {
        let other = Rule.alice { $0.name = "other" }
        let request = Request()
        table.take(3, of: rule, by: 1_000, at: at(0))
        let both = Policy(rules: [rule, other]).rules(for: .alice)
        #expect(request.decision(of: table.waits(for: both, by: 1_000, at: at(0))) == .granted(by: 1))
        let one = Policy(rules: [rule]).rules(for: .alice)
        let waiting = table.waits(for: one, by: 1_000, at: at(0))
        #expect(request.decision(of: waiting) == .usedUp(wait: .milliseconds(100)))
        #expect(Request(operation: .presign).decision(of: waiting) == .refused(missing: .operation(.presign)))
    }

    @Test(arguments: [false, true])
    mutating func `of two rules that are used up the sooner one is waited for`(isReversed: Bool) {
        let slower = Rule.alice { rule in
            rule.name = "slower"
            rule.rate = Rate(count: 1, per: .seconds(60))
        }
        table.take(3, of: rule, by: 1_000, at: at(0))
        table.take(1, of: slower, by: 1_000, at: at(0))
        let policy = Policy(rules: isReversed ? [slower, rule] : [rule, slower])
        let waiting = table.waits(for: policy.rules(for: .alice), by: 1_000, at: at(0))
        #expect(Request().decision(of: waiting) == .usedUp(wait: .milliseconds(100)))
    }

    /// What is full again is forgotten when there are many users, and nothing else.
    @Test mutating func `however many come, nobody gets his allowance back`() {
        for user in UInt32(0)..<3_000 { table.take(13, of: rule, by: user, at: at(0)) }
        for user in UInt32(0)..<3_000 {
            #expect(table.wait(for: rule, by: user, at: at(0)) == .milliseconds(1_100))
        }
    }

    @Test mutating func `the highest numbers stop nobody's clock`() {
        let rule = Rule.alice { $0.rate = Rate(count: 1, per: .seconds(86_400)) }
        for _ in 0..<100 { table.take(1_000_000, of: rule, by: 1_000, at: at(0)) }
        #expect(table.wait(for: rule, by: 1_000, at: at(0)) > .seconds(1_000_000))
    }
}
