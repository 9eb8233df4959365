import Testing

@testable import Settings

@Suite struct ForwardTests {
    private static let profile = "[Profile p]\nSource=manual\nEndpoint=oss-cn-hangzhou.aliyuncs.com\n"
    private static let forward = "[Forward f]\nListen=127.0.0.1:471\nUser=12\nProfile=p\n"

    @Test func `a section names the address and the user of a proxy`() throws {
        let settings = try settings(Self.profile + Self.forward)
        let section = try #require(settings.forwards.first)
        #expect(section.name == "f" && section.port == 471 && section.user == .known(12))
        #expect(section.profile == "p")
        #expect(settings.daemon.forward == nil)
    }

    @Test(arguments: [
        ("Listen=127.0.0.1:471", "Listen=0.0.0.0:471", "'0.0.0.0:471' is not 127.0.0.1:PORT"),
        ("Listen=127.0.0.1:471", "Listen=[::1]:471", "'[::1]:471' is not 127.0.0.1:PORT"),
        ("Profile=p", "Profile=q", "there is no profile 'q'"),
        (
            "Listen=127.0.0.1:471", "Listen=127.0.0.1:512",
            "other users can take a port above 511 while the proxy is away"
        ),
        ("Profile=p\n", "", "[Forward f] needs Profile="),
    ])
    func `a section that would do less than it says is an error`(
        line: String, other: String, problem: String
    ) throws {
        let forward = Self.forward.replacing(line, with: other)
        #expect(try #require(problems(Self.profile + forward).first).contains(problem))
    }

    @Test(arguments: ["0", "root", "www-data", "33", "nobody"])
    func `a proxy may not share its user with other programs`(user: String) {
        let found = problems(Self.profile + Self.forward.replacing("User=12", with: "User=\(user)"))
        let problem = "other programs run as \(user) too; the proxy needs a user of its own"
        #expect(found.contains("a.conf:6:6: " + problem))
    }

    @Test func `a section needs its profile only`() throws {
        let section = try #require(settings(Self.profile + "[Forward f]\nProfile=p\n").forwards.first)
        #expect(section.port == 471 && section.user == .unknown("ossauth-nginx"))
        #expect(section.trustsListener(of: 0) && !section.trustsListener(of: 12))
    }

    @Test func `in a pod the proxy opens any port by itself`() throws {
        let pod = Self.forward.replacing("471", with: "8471") + "Listener=proxy\n"
        let section = try #require(settings(Self.profile + pod).forwards.first)
        #expect(
            section.trustsListener(of: 12) && section.trustsListener(of: 0) && !section.trustsListener(of: 13)
        )
    }

    @Test func `a proxy needs an address of its own, an endpoint, and a user that no rule names`() {
        let second = Self.forward.replacing("[Forward f]", with: "[Forward g]")
        #expect(
            problems(Self.profile + Self.forward + second) == ["a.conf:9:8: [Forward f] has this address too"]
        )
        #expect(
            problems("[Profile p]\nSource=manual\n" + Self.forward)
                == ["a.conf:6:9: [Forward f] needs a profile with Endpoint=oss-REGION.aliyuncs.com"])
        let rule = "[Access a]\nMatch=uid:12\nAllow=sign\n"
        #expect(
            problems(Self.profile + Self.forward + rule)
                == [
                    "a.conf:6:6: [Access a] is for this user too; the proxy needs a user that nothing else runs as"
                ])
    }
}
