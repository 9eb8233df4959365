internal import Access
internal import Signing
import Testing

@testable import AccessSupport

/// A refusal names everything that the nearest rule lacks.
struct RefusalTests {
    private func globs(_ patterns: String...) throws -> [Glob] {
        try patterns.map { try #require(Glob($0)) }
    }

    private func web() throws -> Rule {
        let keys = try globs("public/**")
        return .alice { rule in
            rule.name = "web"
            rule.operations = [.presign, .status]
            rule.methods = [.get]
            rule.keys = keys
            rule.maxExpires = .seconds(3_600)
        }
    }

    private let wrong = Request(
        operation: .presign, method: "PUT", key: "private/x", parameters: ["prefix", "acl", "x-made-up"],
        expires: .seconds(10_800), timeSkew: .seconds(1_200))

    @Test func `a refusal names every unmet condition with the values of the rule`() throws {
        let refusal = wrong.refusal(by: [try web()])
        #expect(refusal.rule == "web" && refusal.missing == .key)
        #expect(
            refusal.obstacles.map(\.description) == [
                "key 'private/x' is not in Key=public/**", "method PUT is not in Method=GET",
                "parameter 'acl' needs Parameter=acl", "parameter 'x-made-up' needs Parameter=x-made-up",
                "expires 3h is over MaxExpires=1h", "time is 20min from now, which is over TimeSkew=15min",
            ])
        #expect(
            "\(refusal)".hasPrefix(
                "[Access web]: key 'private/x' is not in Key=public/**; method PUT is not in Method=GET; "))
    }

    @Test func `a refused version is named with the versions for this profile`() {
        let request = Request(version: WantedVersion(.v1, usual: .v4))
        #expect(
            request.refusal(by: [.alice()]).obstacles.map(\.description) == [
                "version v1 is not in Version=v4"
            ])
        let other = Request(version: WantedVersion(.v4, usual: .v4))
        let rule = Rule.alice { $0.versions = [.v1] }
        #expect(other.refusal(by: [rule]).obstacles.map(\.description) == ["version v4 is not in Version=v1"])
    }

    @Test func `a refused policy for every bucket explains how to name one`() throws {
        let buckets = try globs("media")
        let rule = Rule.alice { rule in
            rule.operations = [.postPolicy]
            rule.buckets = buckets
        }
        let request = Request(operation: .postPolicy, isForEveryBucket: true)
        #expect(
            request.refusal(by: [rule]).obstacles.map(\.description) == [
                "a policy without a condition on the bucket is valid for every bucket, but only "
                    + "Bucket=media is allowed; add {\"bucket\": \"NAME\"} to its conditions"
            ])
    }

    @Test func `a refused operation is listed with all other unmet conditions`() throws {
        var request = wrong
        request.operation = .sign
        request.profile = "backup"
        let profiles = try globs("media")
        var rule = try web()
        rule.profiles = profiles
        let refusal = request.refusal(by: [rule])
        #expect(
            refusal.obstacles.prefix(3).map(\.description) == [
                "operation sign is not in Allow=presign status", "profile 'backup' is not in Profile=media",
                "key 'private/x' is not in Key=public/**",
            ])
        #expect(refusal.obstacles.count == 8)
    }

    @Test func `of several rules the nearest is named`() throws {
        let near = try globs("private/*")
        var rules = [try web(), try web(), try web()]
        rules[1].name = "near"
        rules[1].keys = near
        rules[2].name = "status"
        rules[2].operations = [.status]
        #expect(wrong.refusal(by: rules).rule == "near")
        // As near by its first condition, and with fewer that are not met.
        rules[2].operations = [.presign]
        rules[2].keys = near
        rules[2].maxExpires = nil
        #expect(wrong.refusal(by: rules).rule == "status")
    }

    @Test func `no rule is named where each of several lacks the operation`() throws {
        var rules = [try web(), try web()]
        rules[1].name = "status"
        rules[1].operations = [.status]
        var request = wrong
        request.operation = .postPolicy
        #expect("\(request.refusal(by: rules))" == "no rule for this caller has Allow=post-policy")
        #expect(
            "\(request.refusal(by: [rules[0]]))".hasPrefix("[Access web]: operation post-policy is not in"))
        rules[1].operations = [.postPolicy]
        #expect("\(request.refusal(by: rules))".hasPrefix("[Access status]: "))
    }

    @Test func `a caller without rules lacks one`() {
        let refusal = wrong.refusal(by: [])
        #expect(refusal.rule == nil && refusal.obstacles.isEmpty)
        #expect("\(refusal)" == "no access rule is for this caller")
    }

    @Test(
        arguments: [
            (Request(bucket: "", key: ""), "the service itself (no bucket) is not in Bucket=pictures"),
            (Request(key: ""), "the bucket itself (no key) is not in Key=public/**"),
            (
                Request(key: "../x"),
                "key '../x': keys with '.' or '..' segments are not granted by rules with Key="
            ),
            (Request(key: "in/", keyIsPrefix: true), "keys that begin with 'in/' are not in Key=public/**"),
            (
                Request(key: "", keyIsPrefix: true),
                "a listing without 'prefix' covers every key, which is more than Key=public/**; name one"
            ),
            (
                Request(operation: .postPolicy, key: "", keyIsPrefix: true),
                "a form without a folder covers every key, which is more than Key=public/**; name a folder"
            ),
            (Request(key: "a\u{1b}[31m\nb"), "key 'a\\u{1b}[31m\\u{a}b' is not in Key=public/**"),
            (
                Request(key: String(repeating: "图", count: 300)),
                "key '\(String(repeating: "图", count: 64))…' is not in Key=public/**"
            ),
        ] as [(Request, String)])
    func `a sentence names the requested value`(request: Request, sentence: String) throws {
        let keys = try globs("public/**")
        let buckets = try globs("pictures")
        let rule = Rule.alice { rule in
            rule.operations = [.sign, .postPolicy]
            rule.keys = keys
            rule.buckets = buckets
        }
        #expect(request.refusal(by: [rule]).obstacles.first?.description == sentence)
    }

    @Test func `one of many keys is named by its number`() throws {
        let refusal = Request(operation: .presign, key: "a").refusal(by: [try web()]).naming(key: 7)
        #expect(refusal.missing == .listedKey(7))
        #expect("\(refusal)" == "[Access web]: keys[7] is not in Key=public/**")
        let dots = Request(operation: .presign, key: "public/./a").refusal(by: [try web()]).naming(key: 7)
        #expect(
            "\(dots)".hasSuffix("keys[7]: keys with '.' or '..' segments are not granted by rules with Key="))
    }

    /// The first condition is what `decide` says as well.
    @Test func `the explanation agrees with the decision`() throws {
        let rules = Policy(rules: [try web()]).rules(for: .alice)
        #expect(wrong.decision(of: rules) == .refused(missing: wrong.refusal(by: [try web()]).missing))
    }
}
