import Bytes
import TestSupport
import Testing
import Time
import Tokens

/// The documents of AppServers as they are met outside: oss-facts, 11.2 and 13.8.
struct AppServerDocumentTests {
    private static let rest =
        #""AccessKeyId":"STS.k","AccessKeySecret":"s","SecurityToken":"t","Expiration":"2023-12-16T16:20:57Z""#
    private static let expiration = Timestamp(secondsSince1970: 1_702_743_657)

    private func read(_ document: String, assumedLife: Int? = nil) throws(CredentialError)
        -> ReceivedCredential
    {
        try DialectReply.credential(
            in: document.utf8Span.span, as: .appServer, at: start.wall, assumedLife: assumedLife)
    }

    private func problem(in document: String, assumedLife: Int? = nil) -> CredentialError? {
        do throws(CredentialError) {
            _ = try read(document, assumedLife: assumedLife)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "{\"StatusCode\":200,\(rest)}", "{\"StatusCode\":\"200\",\(rest)}", "{\(rest)}",
        "{\(rest),\"StatusCode\":\"200\"}",
        "{\"StatusCode\":null,\(rest)}",
        "{\"StatusCode\":200,\(rest),\"ErrorCode\":\"\",\"ErrorMessage\":null}",
        " {\"RequestId\":{\"a\":[1,{\"AccessKeyId\":\"no\"}]},\r\n\t\(rest),\"x\":false}\n",
        "{\"StatusCode\":\"200\",\(rest),\"User\":\"alice\",\"Bucket\":\"b\",\"KeyPrefix\":\"users/alice/\"}",
        "{\(rest),\"ErrorCode\":0}", "{\(rest),\"ErrorMessage\":{},\"ErrorMessage\":\"a\"}",
        "{\(rest.replacing("STS.k", with: "\\u0053TS\\u002ek"))}",
    ])
    func `a valid document of an AppServer is understood`(document: String) throws {
        let received = try read(document)
        #expect(received.keyID.string == "STS.k")
        #expect(received.securityToken.string == "t")
        #expect(received.expiration == Self.expiration)
        #expect(received.takeSecret().string == "s")
    }

    @Test(arguments: [
        "2023-12-16T16:20:57Z", "2023-12-16T16:20:57.000Z", "2023-12-16T16:20:57.999999999Z",
        "2023-12-17T00:20:57+08:00", "2023-12-17T00:20:57+0800", "2023-12-16T08:20:57.5-08:00",
        "2023-12-16 16:20:57z", "1702743657", "1702743657000",
    ])
    func `the end may be written with a fraction or an offset, or as a number`(text: String) throws {
        #expect(
            try read("{\(Self.rest.replacing("2023-12-16T16:20:57Z", with: text))}").expiration
                == Self.expiration)
    }

    @Test(
        arguments: [
            ("", nil, false), ("never", nil, false), ("-1702743657", "-1702743657", false),
            ("2023-12-16", "2023-12-16", false), ("2023-12-16T16:20:57", "2023-12-16T16:20:57", true),
            ("2023-12-16 16:20:57.5", "2023-12-16 16:20:57.5", true),
            ("2023-13-16T16:20:57Z", "2023-13-16T16:20:57Z", false),
            ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z", false),
            ("3q8XSecretOfAKey", nil, false), (String(repeating: "1", count: 41), nil, false),
        ] as [(String, String?, Bool)])
    func `an end that is no time is not guessed, and shown if it looks like one`(
        text: String, shown: String?, lacksZone: Bool
    ) {
        let document = "{\(Self.rest.replacing("2023-12-16T16:20:57Z", with: text))}"
        #expect(problem(in: document, assumedLife: 900) == .expiration(shown: shown, lacksZone: lacksZone))
    }

    @Test func `the assumed life counts if the end is not named`() throws {
        for end in ["", #","Expiration":null"#] {
            let document = #"{"AccessKeyId":"k","AccessKeySecret":"s","SecurityToken":"t"\#(end)}"#
            #expect(try read(document, assumedLife: 900).expiration == start.wall + 900)
            #expect(
                problem(in: document)?.description.contains("has no Expiration; it has AccessKeyId") == true)
        }
    }

    @Test(arguments: ["AccessKeyId", "AccessKeySecret", "SecurityToken"])
    func `a member that is missing is named`(name: String) {
        for other in ["\"Other\":", "\"\(name.lowercased())\":", "\"\(name)\":null,\"x\":"] {
            let found = problem(in: "{\(Self.rest.replacing("\"\(name)\":", with: other))}")
            #expect(found?.description.hasPrefix("the answer has no \(name); it has ") == true, "\(other)")
        }
    }

    @Test(arguments: ["AccessKeyId", "AccessKeySecret", "SecurityToken"])
    func `a member that cannot be one is named with its fault, and its value is not`(name: String) {
        let limit = name == "SecurityToken" ? 8_192 : 256
        let tooLong = String(repeating: "a", count: limit + 1)
        let empty = name == "SecurityToken" ? CredentialError.longLivedKey : .member(name, .empty)
        for (value, expected) in [
            (#""""#, empty), (#"" ""#, .member(name, .characters)), (#""a b""#, .member(name, .characters)),
            (#""a\nb""#, .member(name, .characters)), (#""a\u0000""#, .member(name, .characters)),
            (#""\u007f""#, .member(name, .characters)), (#""ü""#, .member(name, .characters)),
            ("5", .member(name, .notText)), ("true", .member(name, .notText)),
            ("{}", .member(name, .notText)),
            ("[\"a\"]", .member(name, .notText)), ("\"\(tooLong)\"", .member(name, .tooLong(limit: limit))),
        ] as [(String, CredentialError)] {
            let document = "{\(Self.rest.replacing("\"\(name)\":", with: "\"\(name)\":\(value),\"x\":"))}"
            #expect(problem(in: document) == expected, "\(value.prefix(20))")
        }
    }

    /// It stands in scopes and in policies as it is.
    @Test(arguments: [#"k\"},\"url\":\"x"#, "k/20231216", "k,x", "k:x", "k=x", "k\\\\x", "k%2F"])
    func `a key id is no text that means something else where it stands`(keyID: String) {
        #expect(
            problem(in: "{\(Self.rest.replacing("STS.k", with: keyID))}")
                == .member("AccessKeyId", .characters))
    }

    @Test func `an end that cannot be one is not taken for one that is missing`() throws {
        let document = #"{"AccessKeyId":"k","AccessKeySecret":"s","SecurityToken":"t","Expiration":[1]}"#
        #expect(problem(in: document, assumedLife: 900) == .member("Expiration", .notText))
        #expect(try read(document.replacing("[1]", with: "1702743657")).expiration == Self.expiration)
    }

    @Test(arguments: ["StatusCode", "AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration"])
    func `a member that is there twice makes the whole doubtful`(name: String) {
        let again = name == "StatusCode" ? "200" : "\"other\""
        #expect(problem(in: "{\"StatusCode\":200,\(Self.rest),\"\(name)\":\(again)}") == .twice(name))
    }

    @Test(arguments: [
        "{", "[]", "null", "\"x\"", "{}}", "{\(rest)", "{\(rest)}{}", "{\(rest),}", "\u{FEFF}{\(rest)}", "no",
    ])
    func `a document that is no JSON object is reported as such`(document: String) {
        guard case .notJSON = problem(in: document) else {
            Issue.record("\(document)")
            return
        }
    }

    /// As a proxy before the AppServer answers, with status 200.
    @Test func `an empty or HTML document is recognized`() {
        #expect(problem(in: "") == .empty && problem(in: " \r\n") == .empty)
        let page = "\n <html><title>Sign in</title></html>"
        #expect(problem(in: page) == .markup(page.utf8.count))
        #expect(CredentialError.markup(41).description.contains("a page, 41 bytes that begin with '<'"))
        #expect(
            CredentialError.empty.descriptionOfDocument
                == "the document is empty, not the JSON that is wanted")
    }

    @Test func `an empty object has no key`() {
        #expect(problem(in: "{}")?.description == "the answer has no AccessKeyId; it has no members")
    }

    @Test func `a huge document is read, and deep nesting is refused`() throws {
        let filler = String(repeating: "\"filler\":[0,1,2],", count: 60_000)
        #expect(try read("{\(filler)\(Self.rest)}").expiration == Self.expiration)
        let deep = String(repeating: "[", count: 100_000)
        guard case .notJSON = problem(in: "{\"a\":\(deep)") else {
            Issue.record("accepted")
            return
        }
    }

    @Test func `every part of a document is refused, and no damage stops the process`() {
        let document = Array("{\"StatusCode\":200,\(Self.rest)}".utf8)
        for length in 0..<document.count {
            let part = document[..<length]
            #expect(throws: CredentialError.self) {
                _ = try DialectReply.credential(
                    in: Array(part).span, as: .appServer, at: start.wall, assumedLife: 900)
            }
        }
        var random = SeededRandom(seed: 8)
        for _ in 0..<20_000 {
            var bytes = document
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            _ = try? DialectReply.credential(
                in: bytes.span, as: .appServer, at: start.wall, assumedLife: 900)
        }
    }
}
