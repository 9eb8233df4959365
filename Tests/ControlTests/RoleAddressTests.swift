import CommandLine
import Control
import Testing

/// Scripts for the role address, and what doctor says of its locks.
///
/// `Tests/Callers/test_role_address.py` runs them.
struct RoleAddressTests {
    private func users(_ words: String...) throws -> [String]? {
        try command(["role-address"] + words, as: RoleAddressCommand.self).users
    }

    @Test func `takes users, or none to take everything away`() throws {
        #expect(try users("gallery", "1234") == ["gallery", "1234"])
        #expect(try users("--remove") == nil)
        #expect(throws: UsageError.self) { try users() }
        #expect(throws: UsageError.self) { try users("--remove", "gallery") }
    }

    @Test func `the script begins with the numbers of the users`() {
        #expect(RoleScript.installation(for: [7, 1234]).hasPrefix("users='7 1234'\n# Gives these users "))
    }

    @Test func `the removal removes each file that the installation writes`() {
        let written = RoleScript.installation(for: [7]).split(separator: "\n").filter {
            $0.hasPrefix("cat >$units")
        }
        .compactMap { $0.split(separator: " ").dropFirst().first?.dropFirst(">$units".count) }
        #expect(written.count == 3)
        let removed = RoleScript.removal.split { $0 == " " || $0 == "\n" }
        #expect(written.allSatisfy { removed.contains("/etc/systemd/system\($0)") })
        #expect(removed.contains("/etc/ossauthd/role-address.sh"))
    }

    @Test func `doctor names each lock that is missing`() {
        let missing = Finding.roleAddress("<3>the rule is missing\n<3>the filter is missing\n", isGood: false)
        #expect(missing.verdict == .bad)
        let page = FindingsPage(Ink(isColoured: false)).text(of: [missing])
        #expect(page.hasPrefix("fail     role address: the rule is missing; the filter is missing\n"))
        #expect(Finding.roleAddress("", isGood: true).verdict == .good)
    }
}
