import KeepingSupport
import Records
import Settings
import TestSupport
import Testing

@testable import Keeping

struct ProfileTableTests {
    private let keeping: KeepingFixture

    init() throws {
        keeping = try KeepingFixture()
    }

    private func table(_ names: [String], default standard: String? = nil) throws -> ProfileTable {
        let text = names.map { "[Profile \($0)]\nSource=manual\n" }.joined()
        let profiles = try keeping.settings(text).profiles.map { $0.profile(in: keeping.context) }
        return ProfileTable(profiles, default: standard)
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 8, 1_000])
    func `finds each of its profiles and no other`(count: Int) throws {
        let names = (0..<count).map { "profile-\($0)" }
        let table = try table(names)
        #expect(table.all.map(\.name) == names)
        for name in names { #expect(table[name.utf8Span.span]?.name == name) }
        for name in ["", "p", "profile-", "profile-\(count)", "profile-00", "Profile-0", "profile-0 ", "\0"] {
            #expect(table[name.utf8Span.span] == nil)
        }
    }

    @Test func `knows which profiles depend on which`() throws {
        let text = """
            [Profile a]
            Source=manual
            [Profile b]
            Source=manual
            [Profile both]
            Source=chain
            Profiles=b a
            [Profile one]
            Source=chain
            Profiles=b

            """
        let profiles = try keeping.settings(text).profiles.map { $0.profile(in: keeping.context) }
        let table = ProfileTable(profiles, default: nil)
        #expect(
            profiles.map { table.dependents(of: $0).map(\.name) } == [["both"], ["both", "one"], [], []])
        #expect(profiles.map { $0.foundations.map(\.name) } == [[], [], ["b", "a"], ["b"]])
    }

    @Test func `knows the profile that is meant where none is named`() throws {
        #expect(try table(["a", "b"], default: "b").standard?.name == "b")
        #expect(try table(["a", "b"]).standard == nil)
    }
}
