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
    private static let now = Timestamp(secondsSince1970: 1_702_743_657)

    private var wishes = RandomWish()

    private let profile = ProfileDefaults(
        name: "default",
        place: .init(
            endpoint: "https://oss-cn-hangzhou.aliyuncs.com", region: "cn-hangzhou", bucket: "examplebucket"),
        addressing: nil, version: .v4)

    private func rules() throws -> PeerRules {
        var rule = Rule(name: "public")
        rule.alternatives = [[.uid(0)]]
        rule.operations = [.sign, .presign, .signString]
        rule.versions = [.v1, .v4, .s3]
        rule.buckets = [try #require(Glob("examplebucket"))]
        rule.keys = [try #require(Glob("public/**"))]
        return Policy(rules: [rule]).rules(for: Peer(uid: 0, gid: 0))
    }

    /// The answer to a body; `nil`: the request is refused.
    private func answer(to body: String, _ route: SigningRoute, _ rules: PeerRules) throws -> String? {
        let received = try ReceivedCredential(
            keyID: "k".utf8Span.span, secret: "s".utf8Span.span, securityToken: "".utf8Span.span,
            expiration: nil)
        let credential = Credential(received, generation: 1, fetchedAt: Self.now)
        var signing = SigningContext()
        var out = ByteBuffer()
        do throws(Problem) {
            try signing.read(body.utf8Span.span, for: route)
            try signing.admit(to: profile, by: rules, at: Self.now)
            try signing.answer(with: credential, of: profile, at: Self.now, keepAlive: true, to: &out)
        } catch {
            return nil
        }
        let answer = String(copying: out.span)
        let start = try #require(answer.firstRange(of: "\r\n\r\n")).upperBound
        return String(answer[start...])
    }

    private func text(of member: String, in document: String) throws -> String? {
        var json = JSONReader(document.utf8Span.span)
        var found: String?
        try json.object { name, json throws(JSONError) in
            if name == member { found = try json.text() } else { _ = try json.skipValue() }
        }
        return found
    }

    private func check(
        _ readings: [Reading], as operation: Access.Operation, _ version: SignatureVersion,
        _ rules: PeerRules,
        _ body: String
    ) {
        for reading in readings {
            #expect(reading.isGranted(by: rules, operation, version), "\(reading) is signed for \(body)")
        }
    }

    @Test(arguments: [(SigningRoute.sign, Access.Operation.sign), (.presign, .presign)])
    mutating func `each reading of a string that the daemon composed is granted`(
        route: SigningRoute, operation: Access.Operation
    ) throws {
        let rules = try rules()
        var signed = (v1: 0, v4: 0, s3: 0)
        for _ in 0..<1_500 {
            let third = wishes.bodyForS3()
            if let answer = try answer(to: third, route, rules) {
                let request = try #require(try text(of: "canonicalRequest", in: answer))
                check(try Reading.all(ofS3: request), as: operation, .s3, rules, third)
                signed.s3 += 1
            }
            let first = wishes.body("v1")
            if let answer = try answer(to: first, route, rules) {
                let string = try #require(try text(of: "stringToSign", in: answer))
                check(try Reading.all(ofV1: string), as: operation, .v1, rules, first)
                signed.v1 += 1
            }
            let second = wishes.body("v4")
            if let answer = try answer(to: second, route, rules) {
                let request = try #require(try text(of: "canonicalRequest", in: answer))
                check(try Reading.all(ofV4: request), as: operation, .v4, rules, second)
                signed.v4 += 1
            }
        }
        // Else the rules refuse everything, and nothing is shown.
        #expect(signed.v1 > 20 && signed.v4 > 60 && signed.s3 > 60, "\(signed)")
    }

    @Test mutating func `each reading of a string that the caller composed is granted`() throws {
        let rules = try rules()
        var signed = (v1: 0, v4: 0)
        for _ in 0..<3_000 {
            let string = wishes.stringToSignV1()
            let first = "{\"version\":\"v1\",\"stringToSign\":\(RandomWish.quoted(string))}"
            if try answer(to: first, .signString, rules) != nil {
                check(try Reading.all(ofV1: string), as: .signString, .v1, rules, first)
                signed.v1 += 1
            }
            let request = wishes.canonicalRequest()
            let second =
                "{\"version\":\"v4\",\"time\":\"2023-12-16T16:20:57Z\",\"region\":\"cn-hangzhou\","
                + "\"canonicalRequest\":\(RandomWish.quoted(request))}"
            if try answer(to: second, .signString, rules) != nil {
                check(try Reading.all(ofV4: request), as: .signString, .v4, rules, second)
                signed.v4 += 1
            }
        }
        #expect(signed.v1 > 20 && signed.v4 > 20, "\(signed)")
    }
}

/// Requests that are put together by chance out of pieces that mean something to OSS.
private struct RandomWish {
    /// Parameters that say how an answer looks, or which part or version is meant.
    private static let harmless = [
        "response-content-type", "response-content-disposition", "versionId", "uploadId",
    ]
    private static let configuring = ["x-oss-process", "acl", "tagging", "delete", "symlink", "policy"]
    private static let pieces = [
        "a", "b/c", "?", "&", "=", "?acl", "&acl", "?x-oss-process", "&x-oss-process=image", "?versionId=1",
        "%3Facl", "%26acl", "?tagging&acl", "#", ";", "+", " ", "é", "//", "/../", "\n", "?delete",
        "?response-content-type=a",
    ]
    private static let sources = [
        "/examplebucket/public/a", "/examplebucket/private/a", "/otherbucket/public/a",
        "/examplebucket/public%2Fa?versionId=1", "/examplebucket/public/%2e%2e/private/a",
        "/examplebucket/public/a?acl", "public/a",
    ]

    private var random = SeededRandom(seed: 20_261_124)

    private mutating func happens(oneIn count: UInt64) -> Bool { random.next() % count == 0 }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int(random.next() % UInt64(choices.count))]
    }

    private mutating func words(_ most: UInt64) -> String {
        (0..<random.next() % (most + 1)).map { _ in pick(Self.pieces) }.joined()
    }

    static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n"))\""
    }

    private mutating func method() -> String { pick(["GET", "GET", "PUT", "POST", "DELETE"]) }

    /// It begins as the rule wants it, the rest is chance.
    private mutating func key() -> String { (happens(oneIn: 8) ? "" : "public/") + words(3) }

    private mutating func parameters() -> [(name: String, value: String?)] {
        let names = (0..<random.next() % 3).map { _ in
            happens(oneIn: 4) ? pick(Self.configuring) + words(1) : pick(Self.harmless)
        }
        return Set(names).sorted().map { ($0, happens(oneIn: 5) ? nil : words(3)) }
    }

    private mutating func headers() -> [(name: String, value: String)] {
        guard happens(oneIn: 6) else { return [] }
        let source = happens(oneIn: 3) ? pick(Self.sources) : Self.sources[0]
        return [
            pick([
                ("x-oss-copy-source", source), ("x-oss-copy-source", source), ("x-oss-object-acl", "private"),
                ("x-oss-meta-a", words(2)),
            ])
        ]
    }

    private static let endpoints = [
        "https://oss-cn-hangzhou.aliyuncs.com", "https://s3.oss-cn-hangzhou.aliyuncs.com",
        "http://10.0.0.1:9000",
        "https://otherbucket.s3.oss-cn-hangzhou.aliyuncs.com",
        "https://otherbucket.oss-cn-hangzhou.aliyuncs.com",
        "https://static.example.com", "http://localhost", "https://cn-hangzhou.oss.aliyuncs.com",
        "https://oss.aliyuncs.com",
    ]

    private mutating func headersForS3() -> [(name: String, value: String)] {
        guard happens(oneIn: 3) else { return headers() }
        let source = happens(oneIn: 3) ? pick(Self.sources) : Self.sources[0]
        return [
            pick([
                ("x-amz-copy-source", source), ("X-Amz-Copy-Source", String(source.dropFirst())),
                ("x-amz-acl", "public-read"), ("x-amz-grant-read", "id=a"), ("x-amz-tagging", "a=b"),
                ("x-amz-meta-a", "b"), ("host", "otherbucket.s3.oss-cn-hangzhou.aliyuncs.com"),
                ("x-amz-symlink-target", "private/a"),
            ])
        ]
    }

    /// The same for S3, with endpoints of which some mean another bucket.
    mutating func bodyForS3() -> String {
        let body = body("s3", with: headersForS3())
        return happens(oneIn: 2) ? body : body.dropLast() + ",\"endpoint\":\"\(pick(Self.endpoints))\"}"
    }

    /// For `/v1/presign` or `/v1/sign`.
    mutating func body(_ version: String) -> String { body(version, with: headers()) }

    private mutating func body(_ version: String, with headers: [(name: String, value: String)]) -> String {
        let parameters = parameters().map { name, value in
            "\(Self.quoted(name)):\(value.map(Self.quoted) ?? "null")"
        }
        let headers = headers.map { "\(Self.quoted($0)):\(Self.quoted($1))" }
        var members = [
            "\"version\":\"\(version)\",\"explain\":true,\"method\":\"\(method())\"",
            "\"key\":\(Self.quoted(key()))", "\"parameters\":{\(parameters.joined(separator: ","))}",
            "\"headers\":{\(headers.joined(separator: ","))}",
        ]
        if happens(oneIn: 3) { members.append("\"addressing\":\"\(pick(["virtual", "path", "cname"]))\"") }
        if happens(oneIn: 2) {
            members.append("\"bucket\":\"\(pick(["", "examplebucket", "examplebucket", "otherbucket"]))\"")
        }
        return "{\(members.joined(separator: ","))}"
    }

    private mutating func bucket() -> String { happens(oneIn: 8) ? "otherbucket" : "examplebucket" }

    mutating func stringToSignV1() -> String {
        let date = happens(oneIn: 2) ? "1702744257" : "Sat, 16 Dec 2023 16:20:57 GMT"
        let parameters = parameters().map { name, value in name + (value.map { "=" + $0 } ?? "") }
        let query = parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
        let headers = headers().map { "\($0):\($1)\n" }.joined()
        return "\(method())\n\n\n\(date)\n\(headers)/\(bucket())/\(key())\(query)"
    }

    mutating func canonicalRequest() -> String {
        let query = parameters().map { name, value in
            encoded(name, keepingSlash: false) + (value.map { "=" + encoded($0, keepingSlash: false) } ?? "")
        }
        let headers =
            (headers().map { "\($0):\($1)" }
            + ["x-oss-content-sha256:UNSIGNED-PAYLOAD", "x-oss-date:20231216T162057Z"]).sorted()
        let path = "/\(bucket())/" + encoded(key(), keepingSlash: true)
        return "\(method())\n\(path)\n\(query.sorted().joined(separator: "&"))\n"
            + headers.joined(separator: "\n") + "\n\n\nUNSIGNED-PAYLOAD"
    }

    /// As the algorithm wants it, or now and then as it is.
    private mutating func encoded(_ text: String, keepingSlash: Bool) -> String {
        guard !happens(oneIn: 8) else { return text }
        return text.utf8.reduce(into: "") { encoded, byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                byte < 0x80
                && (scalar.properties.isAlphabetic || "0123456789-._~".unicodeScalars.contains(scalar))
            if isPlain || (keepingSlash && scalar == "/") {
                encoded.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += (byte < 0x10 ? "%0" : "%") + digits
            }
        }
    }
}
