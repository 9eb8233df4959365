import Bytes
import KeepingSupport
import Kernel
import Metrics
import Records
import TestSupport
import Testing
import Time
import Tokens

@testable import Keeping

/// The numbers by which clients tell one key from another.
struct NumberTests {
    /// As after a kill before a newer token was in its file: its number is taken, the older token is here.
    @Test func `a token that comes again keeps its number, whatever numbers were given since`() throws {
        let keeping = try KeepingFixture()
        let profile = try keeping.fetchingProfile()
        let end = keeping.context.clock.now().wall + 3_600
        func refresh(_ name: String, life: Int64) throws {
            profile.refreshNow(at: keeping.context.clock.now())
            try keeping.fetch().answerWithToken(name, until: end + life)
            try keeping.settle()
        }
        try profile.start()
        try keeping.fetch().answerWithToken("old", until: end)
        try keeping.settle()
        profile.generation = 6
        try refresh("old", life: 0)
        #expect(profile.credential?.generation == 1 && profile.tally.value.refreshes == 1)
        try refresh("newer", life: 3_600)
        #expect(profile.credential?.generation == 7)
    }

    /// The folder of the cache is read-only for a while, or has no room for a file; the daemon is started anew meanwhile, and
    /// once more when all is well.
    @Test func `without a disk no number comes twice, and those of each process only grow`() throws {
        let keeping = try KeepingFixture()
        let note = "\(keeping.cacheDirectory)/test.lock"
        func numbers(_ count: Int) throws -> [Int] {
            let profile = try keeping.profile("Source=manual")
            try profile.start()
            return (0..<count).map { _ in
                profile.beginGeneration()
                return profile.generation
            }
        }
        #expect(try numbers(3) == [1, 2, 3])
        try File.setAside(note, as: "\(note).kept")
        try File.makeDirectory(note, mode: 0o700)
        let without = try numbers(3)
        keeping.context.clock.ahead = 1
        let withoutAgain = try numbers(3)
        try File.removeDirectory(note)
        try File.setAside("\(note).kept", as: note)
        let after = try numbers(3)
        #expect(after == [4, 5, 6])
        let all = without + withoutAgain
        #expect(all == all.sorted() && Set(all).count == 6 && all[0] > 6 && all[5] < 1 << 53)
    }

    @Test func `numbers go on from one that was not noted, as soon as the disk works again`() throws {
        let keeping = try KeepingFixture()
        let note = "\(keeping.cacheDirectory)/test.lock"
        try File.makeDirectory(note, mode: 0o700)
        let profile = try keeping.profile("Source=manual")
        profile.beginGeneration()
        let first = profile.generation
        try File.removeDirectory(note)
        profile.beginGeneration()
        #expect(profile.generation == first + 1)
        #expect(keeping.context.cache.lastGeneration(of: "test") == first + 1)
    }
}
