import API
import Access
import Signing
import TestSupport
import Testing

/// A listing is judged by its prefix: the keys that it can show must all be in `Key=`.
struct ListingTests {
    private func fixture(_ keys: [String], _ methods: [Signing.Method] = [.get], parameters: [String] = [])
        throws -> SigningFixture
    {
        var rule = Rule(name: "home")
        rule.alternatives = [[.uid(0)]]
        rule.operations = [.sign, .presign, .signString]
        rule.versions = [.v1, .v4, .s3]
        rule.buckets = [try #require(Glob("examplebucket"))]
        rule.keys = try keys.map { try #require(Glob($0)) }
        rule.methods = SmallSet(methods)
        rule.parameters = parameters
        return SigningFixture(Policy(rules: [rule]))
    }

    @Test(arguments: [
        #""prefix":"home/alice/""#, #""prefix":"home/alice/2026/x""#,
        #""prefix":"home/alice/","delimiter":"/""#,
        #""list-type":"2","prefix":"home/alice/","start-after":"home/bob/","max-keys":"10","fetch-owner":"true""#,
        #""list-type":"2","prefix":"home/alice/","continuation-token":"x","encoding-type":"url""#,
        #""prefix":"home/alice/","marker":"home/alice/a","x-id":"ListObjects""#,
    ])
    func `a prefix below a pattern for all keys is granted`(parameters: String) throws {
        let fixture = try fixture(["home/alice/**"])
        for version in ["v4", "s3"] {
            let body = #"{"version":"\#(version)","parameters":{\#(parameters)}}"#
            for route in [SigningRoute.sign, .presign] {
                #expect(fixture.refusal(of: body, for: route) == nil)
            }
        }
    }

    @Test(arguments: [
        // Keys of others begin so too.
        #"{"parameters":{"prefix":"home/alice"}}"#, #"{"parameters":{"prefix":"home/"}}"#,
        #"{"parameters":{"prefix":"home/bob/"}}"#, #"{"parameters":{"prefix":""}}"#,
        #"{"parameters":{"prefix":null}}"#,
        "{}", #"{"parameters":{"list-type":"2"}}"#, #"{"parameters":{"Prefix":"home/alice/"}}"#,
        // OSS could use either of two.
        #"{"parameters":{"prefix":["home/alice/","home/bob/"]}}"#,
        // A pattern for one level is not for all that lies below.
        #"{"parameters":{"prefix":"one/"}}"#,
        // V1 signs no prefix.
        #"{"version":"v1","parameters":{"prefix":"home/alice/"}}"#,
        // These are no listings of objects, whatever else they say.
        #"{"parameters":{"prefix":"home/alice/","acl":null}}"#,
        #"{"parameters":{"prefix":"home/alice/","bucketInfo":null}}"#,
        #"{"parameters":{"prefix":"home/alice/","versions":null}}"#,
        #"{"parameters":{"prefix":"home/alice/","uploads":null}}"#,
        #"{"parameters":{"prefix":"home/alice/","unheard-of":null}}"#,
        #"{"method":"POST","parameters":{"prefix":"home/alice/"}}"#,
        #"{"method":"PUT","parameters":{"prefix":"home/alice/"}}"#,
    ])
    func `no other request of the bucket is`(body: String) throws {
        let fixture = try fixture(
            ["home/alice/**", "one/*"], [.get, .put, .post], parameters: ["acl", "unheard-of"])
        for route in [SigningRoute.sign, .presign] {
            #expect(fixture.refusal(of: body, for: route) == .notAllowed(.key))
        }
    }

    @Test func `a prefix with dot segments is not`() throws {
        let body = #"{"parameters":{"prefix":"home/alice/../bob/"}}"#
        #expect(
            try fixture(["home/alice/**"]).refusal(of: body, for: .sign) == .notAllowed(.keyWithoutDots()))
    }

    @Test func `a pattern for every key grants the listing of all`() throws {
        #expect(try fixture(["**"]).refusal(of: "{}", for: .sign) == nil)
        #expect(try fixture(["**"], [.put]).refusal(of: "{}", for: .sign) == .notAllowed(.method))
    }

    /// 300 rules, each with prefixes: every key that a granted listing may show can be read by the same rule.
    @Test func `a listing never shows a key that the rule does not grant`() throws {
        let pieces = ["home/", "alice/", "bob/", "a", ".", "é", "*"]
        let ends = ["", "**", "*", "?", "/**", "x/**"]
        var random = SeededRandom(seed: 12)
        var granted = 0
        func text(_ count: Int) -> String {
            (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        }
        for _ in 0..<300 {
            let keys = [text(2) + (ends.randomElement(using: &random) ?? ""), "home/" + text(1) + "**"]
            let fixture = try fixture(keys)
            for _ in 0..<20 {
                let prefix = text(Int.random(in: 0...3, using: &random))
                guard fixture.refusal(of: #"{"parameters":{"prefix":"\#(prefix)"}}"#, for: .sign) == nil
                else {
                    continue
                }
                granted += 1
                for end in ["x", "x/y", "/x", "é/x"] {
                    let key = prefix + end
                    guard !key.hasPrefix("/"),
                        !key.split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
                    else { continue }
                    #expect(
                        fixture.refusal(of: #"{"key":"\#(key)"}"#, for: .sign) == nil,
                        "\(keys) list \(prefix)")
                }
            }
        }
        #expect(granted > 100)
    }
}
