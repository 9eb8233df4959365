import Sections
import Testing

@testable import Settings

@Suite struct RoleAddressTests {
    private func role(_ text: String) throws(InvalidSettings) -> RoleAddressSettings {
        var environment = Environment()
        environment.uidOfUser = { ["app": 1_000, "root": 0, "ossauth-fetch": 990][$0] }
        return try RoleAddressSettings(
            in: [SourceFile(path: "a.conf", bytes: Array(text.utf8))], environment: environment)
    }

    @Test func `the script has a line for each user, with number and name`() throws {
        #expect(try role("[Role]\nUser=app 1234\nUser=7\n").lines == "1000 app\n1234 1234\n7 7\n")
        #expect(try role("").lines == "")
    }

    @Test func `a mistake in another section changes nothing`() throws {
        #expect(try role("[Profile p]\nSource=x\n[Role]\nUser=app\n").lines == "1000 app\n")
    }

    @Test(arguments: ["[Role] # of the web", "[role]", "[Rloe]", "[Role", "[Role]x", "[Role x]", "Usr=8"])
    func `a line that may be meant for the section is an error`(line: String) throws {
        for other in ["", "[Role]\nUser=app\n"] {
            #expect(throws: InvalidSettings.self) { try role("\(other)\(line)\nUser=7\n") }
        }
    }

    @Test(arguments: [
        ("", "[Role] needs User="), ("User=app\nUser=\n", "[Role] needs User="),
        ("User=nosuch", "this host knows no user 'nosuch'"),
        ("User=root", "'root' cannot be served: the agents of the cloud run as root"),
        ("User=0", "'0' cannot be served: the agents of the cloud run as root"),
        ("User=61184", "systemd gives its number to another unit"),
        ("User=65519", "systemd gives its number to another unit"),
        ("User=ossauth-fetch", "it fetches tokens"),
    ])
    func `a user for whom the locks would not hold is an error`(line: String, problem: String) throws {
        let error = #expect(throws: InvalidSettings.self) { try role("[Role]\n\(line)\n") }
        #expect(try #require(error?.problems.first).message.contains(problem))
    }

    @Test func `the numbers beside those of systemd can be served`() throws {
        #expect(try role("[Role]\nUser=61183 65520\n").users.map(\.number) == [61_183, 65_520])
    }

    @Test func `a daemon starts with an unknown user, and warns`() throws {
        var environment = Environment()
        environment.isStart = true
        let file = SourceFile(path: "a.conf", bytes: Array("[Role]\nUser=nosuch\n".utf8))
        let settings = try Settings(reading: [file], environment: environment)
        #expect(settings.unknownAccounts.map(\.description).first?.contains("no user 'nosuch'") == true)
    }
}
