import Testing
import Time

@testable import Callers

/// The units of callers over TCP.
struct CallerPlacesTests {
    /// A walk through all control groups takes up to 50 ms, and a user with a tree of its own can make a group for each connection.
    @Test func `fresh control groups of a user delay no other user`() throws {
        var places = CallerPlaces()
        let now = Instant(nanosecondsSinceBoot: 1_000_000_000)
        let limit: UInt64 = 1_000_000
        var lookups: UInt64 = 0
        // Numbers beyond that of any group.
        while lookups < limit, try places.place(of: .max - lookups, for: 20_001, at: now) != nil {
            lookups += 1
        }
        #expect(lookups < limit, "a user looks up without an end")
        #expect(try places.place(of: 1, for: 20_002, at: now) != nil)
        #expect(try places.place(of: 1, for: 20_001, at: now) != nil, "one that is known costs nothing")
        #expect(try places.place(of: 2, for: 20_001, at: now + .seconds(60)) != nil)
    }
}
