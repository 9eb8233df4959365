import Testing
import Time

@testable import Tokens

/// How long a token lives, and how it is doing on the way.
struct CredentialTests {
    /// Age of a token of an hour, seconds wanted, and whether it lives that long.
    @Test(arguments: [
        (0, 0, true), (0, 3_599, true), (0, 3_600, false), (3_599, 0, true), (3_599, 1, false),
        (3_600, 0, false),
        (4_000, 0, false), (0, Int.max, false),
    ])
    func `a credential lives until its end, not through it`(age: Int, wanted: Int, lives: Bool) throws {
        #expect(try Parts().credential().lives(wanted, from: start.wall + Int64(age)) == lives)
    }

    @Test(arguments: [(3_599, false), (3_600, true), (3_601, true)] as [(Int64, Bool)])
    func `a credential expires at its end`(age: Int64, isOver: Bool) throws {
        #expect(try Parts().credential().isExpired(at: start.wall + age) == isOver)
    }

    @Test func `a key without an end lives for ever`() throws {
        let key = try Parts(life: nil).credential()
        #expect(key.lives(.max, from: Timestamp(secondsSince1970: .max)))
        #expect(!key.isExpired(at: Timestamp(secondsSince1970: .max)))
    }

    @Test func `a credential under another number is otherwise the same`() throws {
        let first = try Parts().credential()
        let again = Credential(first, generation: 2)
        #expect(again.generation == 2 && again.expiration == first.expiration)
        #expect(again.fetchedAt == first.fetchedAt && again.secret.string == first.secret.string)
    }

    /// Life, age and state: renewed by 55 % of the life, stale when less is left than five minutes or a quarter.
    @Test(
        arguments: [
            (3_600, 0, .fresh), (3_600, 1_980, .fresh), (3_600, 1_981, .aging), (3_600, 3_300, .aging),
            (3_600, 3_301, .stale), (3_600, 3_599, .stale), (3_600, 3_600, .expired),
            (3_600, 1_000_000, .expired),
            (900, 495, .fresh), (900, 496, .aging), (900, 675, .aging), (900, 676, .stale),
            (900, 900, .expired),
            (3_600, -100, .fresh), (0, 0, .expired), (1, 0, .fresh),
        ] as [(Int64, Int64, ProfileState)])
    func `a credential turns from fresh to aging, stale and expired`(
        life: Int64, age: Int64, expected: ProfileState
    ) throws {
        let credential = try Parts(life: life).credential()
        #expect(ProfileState(of: credential, policy: RefreshPolicy(), at: start.wall + age) == expected)
    }

    @Test func `a planned renewal is never late, whatever the policy`() throws {
        for permille in [10, 500, 990] {
            for jitter in [0, 100, 500] {
                var policy = RefreshPolicy()
                policy.refreshAt = .permilleOfLife(permille)
                policy.jitterPermille = jitter
                let latest = RefreshWindow(life: .seconds(3_600), policy: policy).latest / 1_000
                let state = ProfileState(
                    of: try Parts().credential(), policy: policy, at: start.wall + latest)
                #expect(state == .fresh)
            }
        }
    }

    @Test func `without a token, and without an end`() throws {
        #expect(ProfileState(of: nil, policy: RefreshPolicy(), at: start.wall) == .never)
        let key = try Parts(life: nil).credential()
        #expect(
            ProfileState(of: key, policy: RefreshPolicy(), at: Timestamp(secondsSince1970: .max)) == .fresh)
    }

    @Test(
        arguments: [
            (.fresh, "fresh", true), (.aging, "aging", true), (.stale, "stale", true),
            (.expired, "expired", false),
            (.never, "never", false),
        ] as [(ProfileState, String, Bool)])
    func `each state has its name in the API`(state: ProfileState, name: String, canSign: Bool) {
        #expect(state.name.description == name)
        #expect(state.canSign == canSign)
    }
}
