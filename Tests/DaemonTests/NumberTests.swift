import Bytes
import Metrics
import TestSupport
import Testing
import Time
import Tokens

@testable import Daemon

/// The numbers by which clients tell one key from another.
struct NumberTests {
    /// As after a kill before a newer token was in its file: its number is taken, the older token is here.
    @Test func `a token that comes again keeps its number, whatever numbers were given since`() throws {
        let house = try House()
        let profile = try house.fetchingProfile()
        func refresh(_ name: String, life: Int64) throws {
            profile.refreshNow(at: house.surroundings.clock.now())
            try house.fetch().answerWithToken(name, life: life)
            try house.settle()
        }
        try profile.start()
        try refresh("old", life: 3_600)
        profile.generation = 6
        try refresh("old", life: 3_600)
        #expect(profile.credential?.generation == 1 && profile.tally.value.refreshes == 2)
        try refresh("newer", life: 7_200)
        #expect(profile.credential?.generation == 7)
    }
}
