internal import Sections
internal import Settings
import Testing

/// The checks of rules for profiles with `Scope=caller`, whose tokens RAM limits.
struct ScopedTokenTests {
    private static let profiles = """
        [Profile key]
        Source=manual
        [Profile main]
        Source=assume-role
        Via=key
        RoleArn=acs:ram::1:role/r
        Scope=caller

        """

    private func errors(_ lines: String) -> [String] {
        problems([
            "[Access app]\nMatch=uid:1\nProfile=main\nAllow=credentials sign\n\(lines)\n", Self.profiles,
        ])
    }

    private func warnings(_ lines: String) throws -> [String] {
        let files = [
            SourceFile(
                path: "a.conf",
                bytes: Array("[Access app]\nMatch=uid:1\nProfile=main\nAllow=credentials\n\(lines)\n".utf8)),
            SourceFile(path: "b.conf", bytes: Array(Self.profiles.utf8)),
        ]
        let settings = try Settings(reading: files, environment: .test)
        return settings.findings(about: files, in: .test).map(\.description)
    }

    @Test(arguments: [
        (
            "Bucket=b\nKey=a/**\nMethod=GET DELETE",
            "7:8: [Access app]: its tokens cannot GET. RAM grants GET only together with x-oss-process; add "
                + "Parameter=x-oss-process"
        ),
        (
            "Bucket=b\nKey=a/**\nMethod=GET PUT\nParameter=x-oss-process",
            "7:12: [Access app]: its tokens cannot PUT. RAM grants PUT only together with symlink and acl; add "
                + "Parameter=symlink acl"
        ),
        (
            "Bucket=b\nKey=a/** pub/*\nMethod=GET\nParameter=x-oss-process",
            "6:10: [Access app]: its tokens have no key 'pub/*': RAM has no '*' that stops at '/'; use '**', or list the keys"
        ),
        (
            "Bucket=b b*\nKey=a/**\nMethod=GET\nParameter=x-oss-process",
            "5:10: [Access app]: its tokens have no bucket 'b*': beside Key= RAM needs the whole name; its '*' matches '/' "
                + "and keys too"
        ),
        (
            "Key=a/**\nMethod=GET\nParameter=x-oss-process",
            "5:5: [Access app]: its tokens need Bucket= beside Key=: in any bucket '*' of RAM matches '/' and keys too"
        ),
        (
            "Bucket=b\nMethod=OPTIONS",
            "4:7: [Access app]: no token for it: RAM cannot express what the rule grants, so a scoped token could do nothing"
        ),
    ])
    func `a line of a rule that its tokens do not have is an error`(lines: String, expected: String) {
        #expect(errors(lines) == ["a.conf:\(expected)"])
    }

    @Test func `a policy that is too long whatever the name of the user is an error`() {
        let keys = (0..<100).map { "home/alice/number-\($0)/**" }.joined(separator: " ")
        let found = errors("Bucket=b\nKey=\(keys)\nMethod=GET\nParameter=x-oss-process")
        #expect(
            found.count == 1
                && found[0].contains("4:7: [Access app]: no token for it: the session policy has"))
    }

    @Test func `one that is too long for long names only is a warning`() throws {
        let keys = (0..<20).map { "home/%u/number-\($0)/**" }.joined(separator: " ")
        let found = try warnings("Bucket=b\nKey=\(keys)\nMethod=GET\nParameter=x-oss-process")
        #expect(
            found.count == 1
                && found[0].contains("4:7: warning: [Access app]: users with a long name get no token"))
    }

    @Test func `a method for only some of the keys is a warning`() throws {
        let found = try warnings("Bucket=b\nKey=f a/**\nMethod=PUT\nParameter=symlink acl")
        #expect(
            found == [
                "a.conf:7:8: warning: [Access app]: its tokens cannot PUT keys whose pattern does not end in '**': RAM would "
                    + "make folders there; add POST to Method= and Parameter=x-oss-dir to grant that too"
            ])
    }

    @Test(arguments: [
        "Bucket=b\nKey=home/%u/**\nMethod=GET PUT DELETE\nParameter=x-oss-process symlink acl",
        "Bucket=b\nMethod=GET", "Method=GET HEAD OPTIONS",
    ])
    func `a rule that RAM can express is good`(lines: String) throws {
        #expect(errors(lines) == [])
        #expect(try warnings(lines) == [])
    }

    @Test func `a rule whose tokens are not scoped has no such errors`() {
        #expect(
            problems(["[Access app]\nMatch=uid:1\nProfile=key\nAllow=credentials\n", Self.profiles]) == [])
    }
}
