import Bytes
import JSON
import TestSupport
import Testing
import Time
import Tokens

/// Documents that say the same in other words, as `Map=` and `Success=` describe them.
struct DialectReplyTests {
    private static let document = """
        {"code":0,"data":{"credentials":[{"ak":"STS.k","sk":"s/+=","token":"t","expires":1702743657000}]}}
        """
    private static let expiration = Timestamp(secondsSince1970: 1_702_743_657)

    private func dialect(_ tests: ReplyTest...) throws -> ReplyDialect {
        var dialect = ReplyDialect.appServer
        let place = "/data/credentials/0/"
        for (member, name) in [(.keyID, "ak"), (.secret, "sk"), (.token, "token"), (.expiration, "expires")]
            as [(ReplyMember, String)]
        {
            dialect.set(member, at: try #require(JSONPointer(place + name)))
        }
        dialect.set(.errorMessage, at: try #require(JSONPointer("/message")))
        dialect.tests = tests
        return dialect
    }

    private func test(_ pointer: String, _ isEqual: Bool, _ value: String) throws -> ReplyTest {
        ReplyTest(try #require(JSONPointer(pointer)), isEqual: isEqual, to: value)
    }

    private func read(_ document: String, _ dialect: ReplyDialect, life: Int? = nil) throws(CredentialError)
        -> ReceivedCredential
    {
        try DialectReply.credential(
            in: document.utf8Span.span, as: dialect, at: start.wall, assumedLife: life)
    }

    private func problem(_ document: String, _ dialect: ReplyDialect) -> CredentialError? {
        do throws(CredentialError) {
            _ = try read(document, dialect)
            return nil
        } catch {
            return error
        }
    }

    @Test func `finds the members where the pointers say`() throws {
        let received = try read(Self.document, dialect(test("/code", true, "0")))
        #expect(received.keyID.string == "STS.k")
        #expect(received.securityToken.string == "t")
        #expect(received.expiration == Self.expiration)
        #expect(received.takeSecret().string == "s/+=")
    }

    @Test(arguments: [
        "1702743657", "1702743657000", "1702743657999", "1702743657.25", #""1702743657""#,
        #""1702743657000""#,
        #""2023-12-16T16:20:57Z""#, #""2023-12-16T16:20:57.123Z""#, #""2023-12-17T00:20:57.5+08:00""#,
    ])
    func `understands the ways to write an end`(text: String) throws {
        let document = Self.document.replacing("1702743657000", with: text)
        #expect(try read(document, dialect()).expiration == Self.expiration)
    }

    @Test(arguments: [
        "-1", "1e9", "9223372036854775807", "99999999999999999999",
        #""1702743657.x""#, #""1702743657.5Z""#, "253402300800000", #""""#, #""soon""#, "true",
    ])
    func `an end that is no time is not guessed`(text: String) throws {
        let document = Self.document.replacing("1702743657000", with: text)
        guard case .expiration(_, lacksZone: false) = try problem(document, dialect()) else {
            Issue.record("\(text)")
            return
        }
    }

    /// As seconds the first would be the year 5138, and as milliseconds the second the year 1973.
    @Test(arguments: [("100000000000", 100_000_000), ("99999999999", 99_999_999_999)] as [(String, Int64)])
    func `a number is one of milliseconds where that is the likelier`(text: String, seconds: Int64) throws {
        let document = Self.document.replacing("1702743657000", with: text)
        #expect(try read(document, dialect()).expiration?.secondsSince1970 == seconds)
    }

    @Test func `the assumed life counts if the end is not named`() throws {
        let document = Self.document.replacing("expires", with: "other")
        #expect(try read(document, dialect(), life: 900).expiration == start.wall + 900)
        #expect(
            try problem(document, dialect())?.description == "the answer has no Expiration; it has code, data"
        )
    }

    @Test func `a refusal contains the server's words`() throws {
        let document = #"{"code":4711,"message":"no such\nrole","data":null}"#
        #expect(
            try problem(document, dialect(test("/code", true, "0")))
                == .refused(code: "code 4711", message: "no such role"))
        #expect(
            try problem("{}", dialect(test("/code", true, "0"))) == .refused(code: "no code", message: ""))
        #expect(
            try problem(Self.document, dialect(test("/code", false, "0")))
                == .refused(code: "code 0", message: ""))
    }

    @Test func `one failed test is enough, and the first is reported`() throws {
        let document = Self.document.replacing("\"code\":0", with: "\"code\":1,\"state\":2,\"ok\":true")
        let dialect = try dialect(
            test("/code", true, "0"), test("/state", true, "0"), test("/ok", true, "true"))
        #expect(problem(document, dialect) == .refused(code: "code 1", message: ""))
    }

    @Test func `a refusal is truncated to a line of a log`() throws {
        let word = String(repeating: "é", count: 150)
        let document = #"{"code":1,"message":"\#(word)"}"#
        let shown = String(repeating: "é", count: 100)
        #expect(
            try problem(document, dialect(test("/code", true, "0")))
                == .refused(code: "code 1", message: shown))
    }

    @Test(arguments: [
        ("true", "true"), (#""OK""#, "OK"), ("200", "200"), (#""200""#, "200"), ("null", "null"),
    ])
    func `compares the words of a value, whatever its kind`(written: String, value: String) throws {
        let document = Self.document.replacing("\"code\":0", with: "\"code\":\(written)")
        #expect(try problem(document, dialect(test("/code", true, value))) == nil)
        #expect(try problem(document, dialect(test("/code", true, value + "x"))) != nil)
    }

    @Test(arguments: [("ak", "AccessKeyId"), ("sk", "AccessKeySecret"), ("token", "SecurityToken")])
    func `a member that is missing or none is named, and its value is not`(written: String, name: String)
        throws
    {
        let missing = Self.document.replacing("\"\(written)\"", with: "\"other\"")
        #expect(
            try problem(missing, dialect())?.description.hasPrefix("the answer has no \(name); it has")
                == true)
        for value in [#""""#, #""a b""#, "5", "{}", "true"] {
            let wrong = Self.document.replacing("\"\(written)\":", with: "\"\(written)\":\(value),\"x\":")
            #expect(try problem(wrong, dialect())?.description.hasPrefix("\(name) in the answer ") == true)
        }
        let twice = Self.document.replacing("\"\(written)\":", with: "\"\(written)\":\"a\",\"\(written)\":")
        #expect(try problem(twice, dialect()) == .twice(name))
    }

    /// As a program writes them that knows several kinds of key: what is empty is not there.
    @Test func `of any program's words the first that says something counts`() throws {
        let document =
            #"{"AccessKeyId":"","access_key_id":"k","AccessKeySecret":null,"access_key_secret":"s","sts_token":"#
            + #""","expiration":"2023-12-16T16:20:57Z"}"#
        let received = try read(document, .anyKnown)
        #expect(received.keyID.string == "k" && received.securityToken.isEmpty)
        #expect(received.expiration == Self.expiration)
        #expect(
            try read(document.replacing(#""sts_token":"""#, with: #""x":1"#), .anyKnown).securityToken.isEmpty
        )
    }

    @Test func `no damage stops the process`() throws {
        let document = Array(Self.document.utf8)
        let dialect = try dialect(test("/code", true, "0"))
        var random = SeededRandom(seed: 9)
        for _ in 0..<10_000 {
            var bytes = document
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            _ = try? DialectReply.credential(in: bytes.span, as: dialect, at: start.wall, assumedLife: 900)
        }
    }
}
