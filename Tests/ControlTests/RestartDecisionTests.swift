import Control
import Testing
import Time

/// A program that is ended to be started again.
struct RestartDecisionTests {
    private var restart = Restart()
    private let start = Instant(nanosecondsSinceBoot: 1_000_000_000)

    @Test mutating func `kills what does not end, and starts it again`() {
        let begins = restart.begin(at: start)
        #expect(begins && restart.isDue)
        #expect(!restart.mustKill(at: start + .seconds(89)) && restart.mustKill(at: start + .seconds(90)))
    }

    @Test mutating func `ends nothing twice, so that the patience comes to an end`() {
        let begins = restart.begin(at: start)
        let again = restart.begin(at: start + .seconds(60))
        #expect(begins && !again && restart.mustKill(at: start + .seconds(90)))
    }

    @Test(arguments: [(true, false), (false, true)])
    func `starts nothing after a signal to end`(ends: Bool, hangsUp: Bool) {
        var restart = restart
        _ = restart.begin(at: start)
        restart.note(ends: ends, hangsUp: hangsUp)
        #expect(!restart.isDue && restart.mustKill(at: start + .seconds(90)))
    }

    /// Programs read their files again when they are hung up on, and live on.
    @Test(arguments: [(true, false, false), (false, true, true), (false, false, true)])
    func `remembers who ended it before`(ends: Bool, hangsUp: Bool, isDue: Bool) {
        var restart = restart
        restart.note(ends: ends, hangsUp: hangsUp)
        #expect(restart.begin(at: start) == isDue && restart.isDue == isDue)
    }
}
