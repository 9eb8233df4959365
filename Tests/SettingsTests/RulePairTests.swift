internal import Sections
internal import Settings
import Testing

/// What `--check` says of two rules for the same callers.
struct RulePairTests {
    /// The first rule begins in line 1, the second in line 20.
    private func warnings(_ first: String, _ second: String) throws -> [String] {
        let profiles = "[Profile media]\nSource=manual\n[Profile web]\nSource=manual\n"
        let lines = "[Access a]\n\(first)\n".split(separator: "\n")
        let gap = String(repeating: "\n", count: 20 - lines.count)
        let text = lines.joined(separator: "\n") + gap + "[Access b]\n\(second)\n\(profiles)"
        let files = [SourceFile(path: "x.conf", bytes: Array(text.utf8))]
        return try Settings(reading: files, environment: .test).findings(about: files, in: .test)
            .map(\.description)
    }

    @Test(arguments: [
        ("Match=uid:1\nAllow=sign", "Match=uid:1\nAllow=sign"),
        ("Match=uid:1\nAllow=sign presign", "Match=uid:1 gid:2\nAllow=presign\nMaxExpires=1h"),
        ("Match=unit:*.service\nAllow=sign", "Match=unit:nginx.service\nAllow=sign\nKey=a/**"),
        ("Match=uid:1\nAllow=sign\nKey=a/**", "Match=uid:1\nAllow=sign\nKey=a/b a/*/c"),
        ("Match=uid:1\nAllow=sign\nKey=%u/*", "Match=uid:1\nAllow=sign\nKey=%u/a-?"),
        ("Match=uid:1\nMatch=uid:2\nAllow=sign", "Match=uid:2\nAllow=sign\nMethod=GET\nProfile=media"),
        ("Match=uid:1\nAllow=presign\nMaxExpires=2h", "Match=uid:1\nAllow=presign\nMaxExpires=1h"),
        ("Match=uid:1\nAllow=sign", "Match=uid:1\nAllow=sign\nRate=1/s"),
        ("Match=uid:1\nAllow=sign status\nMethod=GET HEAD", "Match=uid:1\nAllow=sign\nMethod=HEAD"),
    ])
    func `a rule that adds nothing to an earlier one is found`(first: String, second: String) throws {
        let message = "x.conf:20:1: warning: grants nothing that [Access a] does not (x.conf:1)"
        #expect(try warnings(first, second) == [message])
    }

    @Test(arguments: [
        "Allow=sign presign", "Allow=sign\nParameter=acl", "Allow=sign\nTimeSkew=infinity",
    ])
    func `a rule that a later one makes needless is found`(second: String) throws {
        let found = try warnings("Match=uid:1\nAllow=sign", "Match=uid:1\n\(second)")
        #expect(found == ["x.conf:1:1: warning: grants nothing that [Access b] does not (x.conf:20)"])
    }

    @Test(arguments: [
        (
            "Match=uid:1\nAllow=presign\nMaxExpires=1h", "Match=uid:1\nAllow=presign\nMaxExpires=2h",
            "MaxExpires="
        ),
        (
            "Match=uid:1\nAllow=presign\nMaxExpires=1h\nKey=a/**\nMethod=GET",
            "Match=uid:1\nAllow=presign sign",
            "Key=, Method=, MaxExpires="
        ),
        ("Match=uid:1\nAllow=sign\nProfile=media", "Match=uid:1\nAllow=sign", "Profile="),
        ("Match=uid:1 gid:7\nAllow=sign\nBucket=a-*", "Match=gid:7\nAllow=sign\nBucket=*", "Bucket="),
        (
            "Match=uid:1\nAllow=sign\nParameter=acl", "Match=uid:1\nAllow=sign\nParameter=acl tagging",
            "Parameter="
        ),
        ("Match=uid:1\nAllow=sign\nTimeSkew=1min", "Match=uid:1\nAllow=sign", "TimeSkew="),
        ("Match=uid:1\nAllow=sign\nRate=1/s", "Match=uid:1\nAllow=sign", "Rate="),
        // Only presign is in both.
        ("Match=uid:1\nAllow=sign presign\nKey=a", "Match=uid:1\nAllow=presign\nKey=?", "Key="),
    ])
    func `a rule that grants more than an earlier one is found`(
        first: String, second: String, keys: String
    ) throws {
        let message =
            "x.conf:20:1: warning: grants callers of [Access a] more than that rule says, so its \(keys) "
            + "limits nothing (x.conf:1)"
        #expect(try warnings(first, second) == [message])
    }

    @Test(arguments: [
        ("Match=uid:1\nAllow=sign", "Match=uid:2\nAllow=sign"),
        ("Match=uid:1\nAllow=sign\nKey=a/**", "Match=uid:1\nAllow=sign\nKey=b/**"),
        ("Match=uid:1\nAllow=sign", "Match=uid:1\nAllow=presign"),
        // An exception for one of many.
        ("Match=gid:1\nAllow=presign\nMaxExpires=1h", "Match=gid:1 uid:1\nAllow=presign\nMaxExpires=2h"),
        ("Match=uid:1\nAllow=presign\nMaxExpires=1h\nKey=a/**", "Match=uid:1\nAllow=presign\nKey=a/b"),
        ("Match=unit:*.service\nAllow=sign\nKey=a/**", "Match=uid:1\nAllow=sign"),
        // Their allowances add up.
        ("Match=uid:1\nAllow=sign\nRate=1/s", "Match=uid:1\nAllow=sign\nRate=1/s"),
        // A pattern does not name the bucket itself, none does.
        ("Match=uid:1\nAllow=sign\nKey=**", "Match=uid:2\nAllow=sign"),
        // The key means nothing to the only thing that both allow.
        ("Match=uid:1\nAllow=sign status\nKey=a", "Match=uid:1\nAllow=presign status"),
        ("Match=uid:1\nAllow=sign\nKey=a/*", "Match=uid:1\nAllow=sign\nKey=a/*/b a/**/c"),
    ])
    func `rules of which each has its own purpose are not`(first: String, second: String) throws {
        #expect(try warnings(first, second) == [])
    }

    @Test func `so many rules are compared and no more`() throws {
        let profile = "[Profile p]\nSource=manual\n"
        let rules = (0..<1_002).map { "[Access r\($0)]\nMatch=uid:\($0 < 1_000 ? $0 : 7)\nAllow=sign\n" }
        let files = [SourceFile(path: "x.conf", bytes: Array((rules.joined() + profile).utf8))]
        let found = try Settings(reading: files, environment: .test).findings(about: files, in: .test)
        #expect(
            found.map(\.description) == [
                "x.conf:3001:1: warning: only the 1000 rules before this one were compared with each other"
            ])
    }
}
