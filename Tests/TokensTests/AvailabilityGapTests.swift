import Testing
import Tokens

struct AvailabilityGapTests {
    private func policy(_ moment: RefreshPolicy.Moment = .permilleOfLife(500), jitter: Int = 100)
        -> RefreshPolicy
    {
        var policy = RefreshPolicy()
        policy.refreshAt = moment
        policy.jitterPermille = jitter
        return policy
    }

    /// By hand: of 60 minutes 55 % may be over, so 27 are left.
    @Test(arguments: [(26, true), (27, true), (28, false), (59, false), (600, false)])
    func `half a life with jitter leaves 45 percent`(minutes: Int, isMet: Bool) {
        let gap = AvailabilityGap(target: .seconds(60 * minutes), life: .seconds(3_600), policy: policy())
        #expect((gap == nil) == isMet)
        if !isMet { #expect(gap?.survived == .seconds(27 * 60)) }
    }

    /// 15 min / 60 min / 1.1 = 22.7 %: the whole percent before it.
    @Test func `says which renewal would do, and that one does`() throws {
        let target = Duration.seconds(45 * 60)
        let gap = try #require(AvailabilityGap(target: target, life: .seconds(3_600), policy: policy()))
        #expect(gap.remedy == .refreshAt(percent: 22))
        #expect(
            gap.description
                == "an outage of 45 min would not be survived: a token lives 60 min, "
                + "and in the worst moment 27 min of it are left; RefreshAt=22% would do")
        let better = policy(.permilleOfLife(220))
        #expect(AvailabilityGap(target: target, life: .seconds(3_600), policy: better) == nil)
    }

    /// 2 h / 0.45 = 4 h 26.7 min.
    @Test func `says how long tokens must live when no renewal is early enough, and that this does`() throws {
        let target = Duration.seconds(7_200)
        let gap = try #require(AvailabilityGap(target: target, life: .seconds(3_600), policy: policy()))
        #expect(gap.remedy == .longerLife(.seconds((4 * 60 + 27) * 60), renewedAt: 50))
        #expect(gap.description.hasSuffix("tokens that live 4 h 27 min, renewed at 50%, would do"))
        #expect(AvailabilityGap(target: target, life: .seconds((4 * 60 + 27) * 60), policy: policy()) == nil)
    }

    @Test(arguments: [0, 100, 300], [300, 900, 3_600, 43_200])
    func `every remedy is one`(jitter: Int, life: Int) throws {
        for percent in stride(from: 5, through: 200, by: 5) {
            let target = Duration.seconds(life * percent / 100)
            let gap = AvailabilityGap(target: target, life: .seconds(life), policy: policy(jitter: jitter))
            switch gap?.remedy {
            case nil, .notLazy: break
            case .refreshAt(let percent):
                let better = policy(.permilleOfLife(percent * 10), jitter: jitter)
                #expect(AvailabilityGap(target: target, life: .seconds(life), policy: better) == nil)
            case .longerLife(let longer, _):
                let more = longer + .seconds(60)
                #expect(AvailabilityGap(target: target, life: more, policy: policy(jitter: jitter)) == nil)
            }
        }
    }

    @Test func `a time before the end counts as it is`() {
        let early = policy(.beforeEnd(.seconds(3_000)), jitter: 0)
        #expect(AvailabilityGap(target: .seconds(2_900), life: .seconds(3_600), policy: early) == nil)
        #expect(AvailabilityGap(target: .seconds(3_100), life: .seconds(3_600), policy: early) != nil)
    }

    @Test func `a lazy profile promises nothing`() {
        var lazy = policy()
        lazy.isLazy = true
        let gap = AvailabilityGap(target: .seconds(1), life: .seconds(43_200), policy: lazy)
        #expect(gap?.remedy == .notLazy)
        #expect(gap?.description.hasSuffix("Lazy=no would do") == true)
    }

    /// The second that a token was on its way is no other figure.
    @Test func `lives that differ by seconds give the same figures`() {
        let gaps = [3_595, 3_599, 3_600, 3_601].map {
            AvailabilityGap(target: .seconds(3_000), life: .seconds($0), policy: policy())
        }
        #expect(gaps.allSatisfy { $0 != nil && $0 == gaps[0] })
    }
}
