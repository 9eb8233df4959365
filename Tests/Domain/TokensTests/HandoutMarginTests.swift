import Testing
import Tokens

struct HandoutMarginTests {
    // The margins of the clients: 20 minutes (ossfs), 15 (SDKs for Python and Java).
    @Test(arguments: [
        (3_600, 1_200, false), (43_200, 1_200, false), (2_400, 1_200, false), (2_399, 1_199, true),
        (1_800, 900, true), (900, 450, true), (1, 0, true), (0, 0, true),
    ])
    func `the margin is twenty minutes, or half of a life that is too short for that`(
        life: Int64, seconds: Int, isTooShort: Bool
    ) throws {
        var parts = Parts()
        parts.life = life
        let margin = try #require(HandoutMargin(of: parts.credential()))
        #expect(margin.life == life && margin.seconds == seconds && margin.isTooShort == isTooShort)
    }

    /// As one from a cache would be after the clock was set back.
    @Test func `a life that ended before it began is none`() throws {
        let margin = try #require(HandoutMargin(of: Parts(life: -100).credential()))
        #expect(margin.life == 0 && margin.seconds == 0)
    }

    @Test func `a key without an end has none`() throws {
        var parts = Parts()
        parts.life = nil
        #expect(try HandoutMargin(of: parts.credential()) == nil)
    }
}
