import Kernel
import Testing
import Time

@testable import Callers

struct UserNamesTests {
    private static let start = Instant(nanosecondsSinceBoot: 0)

    @Test func `a name is looked up once, and anew before its number can have become another's for long`()
        throws
    {
        var names = UserNames()
        var accounts = ["alice", "bob"]
        func name(after seconds: Int64) throws -> String? {
            try names.name(of: 1_001, at: Self.start + .seconds(seconds)) { _ throws(SystemError) in
                accounts.removeFirst()
            }
        }
        #expect(try name(after: 0) == "alice")
        #expect(try name(after: 59) == "alice")
        #expect(try name(after: 60) == "bob")
    }

    @Test func `a failure is no answer`() throws {
        var names = UserNames()
        #expect(throws: SystemError.self) {
            try names.name(of: 1, at: Self.start) { _ throws(SystemError) in
                throw SystemError(call: "getpwuid_r", code: 5)
            }
        }
        #expect(try names.name(of: 1, at: Self.start) { _ throws(SystemError) in "carol" } == "carol")
    }
}
