import Testing
import Time
import Tokens

/// How often callers who want more life can make the daemon ask for another token.
struct YouthTests {
    /// Of a token that lives an hour.
    @Test(arguments: [
        (0, 59, true), (0, 60, false), (3_600, 59, true), (3_600, 60, false),
        (3_601, 359, true), (3_601, 360, false), (3_601, 3_600, false), (0, -1, false),
    ])
    func `a token is young for a part of its life`(wanted: Int, age: Int64, isTooNewToRefetch: Bool) throws {
        let credential = try Parts(life: 3_600).credential(at: start)
        #expect(credential.isTooNewToRefetch(for: wanted, at: start.wall + age) == isTooNewToRefetch)
    }

    @Test func `a token that lives for seconds is young for ten, and never beyond its end`() throws {
        let credential = try Parts(life: 30).credential(at: start)
        #expect(credential.isTooNewToRefetch(for: 60, at: start.wall + 9))
        #expect(!credential.isTooNewToRefetch(for: 60, at: start.wall + 10))
        let brief = try Parts(life: 5).credential(at: start)
        #expect(brief.isTooNewToRefetch(for: 60, at: start.wall + 4))
        #expect(!brief.isTooNewToRefetch(for: 60, at: start.wall + 5))
    }
}
