import API
import Access
import Bytes
import HTTP
import JSON
import Signing
import TestSupport
import Testing
import Time
import Tokens

/// Whatever way OSS reads what was signed, the rules grant that reading.
struct ReadingsTests {
    /// Parameters that say how an answer looks, or which part or version is meant.
    private static let harmless = [
        "response-content-type", "response-content-disposition", "versionId", "uploadId",
    ]
    private static let configuring = ["x-oss-process", "acl", "tagging", "delete", "symlink", "policy"]
    private static let pieces = [
        "a", "b/c", "?", "&", "=", "?acl", "&acl", "?x-oss-process", "&x-oss-process=image", "?versionId=1",
        "%3Facl",
        "%26acl", "?tagging&acl", "#", ";", "+", " ", "é", "//", "/../", "\n", "?delete",
        "?response-content-type=a",
    ]
    private static let now = Timestamp(secondsSince1970: 1_702_743_657)

    private var random = SeededRandom(seed: 20_261_124)

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int(random.next() % UInt64(choices.count))]
    }

    private mutating func words(_ most: UInt64) -> String {
        (0..<random.next() % (most + 1)).map { _ in pick(Self.pieces) }.joined()
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n"))\""
    }

    /// A body for `/v1/presign` or `/v1/sign`; the key begins as the rule wants it, the rest is chance.
    private mutating func body(_ version: String) -> String {
        let names = (0..<random.next() % 3).map { _ in
            random.next() % 4 == 0 ? pick(Self.configuring) + words(1) : pick(Self.harmless)
        }
        var parameters: [String] = []
        for name in Set(names) {
            parameters.append(
                "\(Self.quoted(name)):\(random.next() % 5 == 0 ? "null" : Self.quoted(words(3)))")
        }
        let key = (random.next() % 8 == 0 ? "" : "public/") + words(3)
        return
            "{\"version\":\"\(version)\",\"explain\":true,\"method\":\"\(pick(["GET", "PUT", "POST", "DELETE"]))\","
            + "\"key\":\(Self.quoted(key)),\"parameters\":{\(parameters.joined(separator: ","))}}"
    }

    private func rules() throws -> PeerRules {
        var rule = Rule(name: "public")
        rule.alternatives = [[.uid(0)]]
        rule.operations = [.sign, .presign]
        rule.versions = [.v1, .v4]
        rule.buckets = [try #require(Glob("examplebucket"))]
        rule.keys = [try #require(Glob("public/**"))]
        return Policy(rules: [rule]).rules(for: Peer(uid: 0, gid: 0))
    }

    private let profile = ProfileDefaults(
        name: "default",
        place: .init(
            endpoint: "https://oss-cn-hangzhou.aliyuncs.com", region: "cn-hangzhou", bucket: "examplebucket"),
        addressing: nil, version: .v4)

    /// The member of the answer that says what was signed; `nil`: the request is refused.
    private func signed(_ body: String, _ route: SigningRoute, _ member: String) throws -> String? {
        let received = try ReceivedCredential(
            keyID: "k".utf8Span.span, secret: "s".utf8Span.span, securityToken: "".utf8Span.span,
            expiration: nil)
        let credential = Credential(received, generation: 1, fetchedAt: Self.now)
        let rules = try rules()
        var desk = SigningDesk()
        var out = ByteBuffer()
        do throws(Problem) {
            try desk.read(body.utf8Span.span, for: route)
            try desk.admit(to: profile, by: rules, at: Self.now)
            try desk.answer(with: credential, of: profile, at: Self.now, keepAlive: true, to: &out)
        } catch {
            return nil
        }
        let answer = String(copying: out.span)
        let start = try #require(answer.firstRange(of: "\r\n\r\n")).upperBound
        return try text(of: member, in: String(answer[start...]))
    }

    private func text(of member: String, in document: String) throws -> String? {
        var json = JSONReader(document.utf8Span.span)
        var found: String?
        try json.object { name, json throws(JSONError) in
            if name == member { found = try json.text() } else { _ = try json.skipValue() }
        }
        return found
    }

    /// Whether the rule grants the bucket, the key and each of these sub-resources.
    private func isGranted(bucket: Substring, key: Substring, subResources: [Substring]) -> Bool {
        bucket == "examplebucket" && key.hasPrefix("public/")
            && subResources.allSatisfy { part in
                let name = part.prefix { $0 != "=" }
                return Self.harmless.contains(String(name)) || name == "security-token"
            }
    }

    /// Bucket and rest of `/bucket/rest`.
    private func place(_ resource: Substring) -> (bucket: Substring, key: Substring)? {
        guard resource.first == "/" else { return nil }
        let path = resource.dropFirst()
        guard let slash = path.firstIndex(of: "/") else { return (path, "") }
        return (path[..<slash], path[path.index(after: slash)...])
    }

    /// The last line is the resource as it is, in which each `?` may begin the sub-resources, or none of them.
    private func checkV1(_ string: String, _ body: String) throws {
        let resource = try #require(string.split(separator: "\n", omittingEmptySubsequences: false).last)
        let marks = resource.indices.filter { resource[$0] == "?" }
        var readings: [(Substring, [Substring])] = [(resource, [])]
        for mark in marks {
            readings.append(
                (resource[..<mark], resource[resource.index(after: mark)...].split(separator: "&")))
        }
        for (path, subResources) in readings {
            let (bucket, key) = try #require(place(path))
            #expect(
                isGranted(bucket: bucket, key: key, subResources: subResources),
                "\(path) with \(subResources) is signed for \(body)")
        }
    }

    /// A canonical request names the decoded path and parameters in one way; a server may walk `..` before it.
    private func checkV4(_ request: String, _ body: String) throws {
        let lines = request.split(separator: "\n", omittingEmptySubsequences: false)
        let path = try #require(decoded(lines[1]))
        let (bucket, key) = try #require(place(path[...]))
        let names = try lines[2].split(separator: "&").map { part in
            try #require(decoded(part.prefix { $0 != "=" }))
        }
        let own = [
            "x-oss-signature-version", "x-oss-credential", "x-oss-date", "x-oss-expires",
            "x-oss-additional-headers",
        ]
        #expect(
            isGranted(
                bucket: bucket, key: key, subResources: names.filter { !own.contains($0) }.map { $0[...] }),
            "\(path) with \(names) is signed for \(body)")
        #expect(!key.split(separator: "/").contains { $0 == "." || $0 == ".." })
    }

    private func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let number = UInt8(String(Substring(rest.prefix(2))), radix: 16) else { return nil }
            bytes.append(number)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    @Test(arguments: [SigningRoute.sign, .presign])
    mutating func `each reading of a signed string is granted`(route: SigningRoute) throws {
        var signed = (v1: 0, v4: 0)
        for _ in 0..<4_000 {
            let first = body("v1")
            if let string = try self.signed(first, route, "stringToSign") {
                try checkV1(string, first)
                signed.v1 += 1
            }
            let second = body("v4")
            if let request = try self.signed(second, route, "canonicalRequest") {
                try checkV4(request, second)
                signed.v4 += 1
            }
        }
        // Else the rules refuse everything, and nothing is shown.
        #expect(signed.v1 > 200 && signed.v4 > 800, "\(signed)")
    }
}
