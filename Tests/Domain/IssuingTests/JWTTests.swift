import Bytes
import Issuing
import Testing
import Text
import Time

struct JWTTests {
    private let now: Int64 = 1_700_000_000
    private let header = #"{"alg":"ES256","kid":"k1"}"#
    private let keys = """
        {"keys":[{"kty":"EC","crv":"P-256","kid":"k1","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}
        """

    private var rules: JWTRules {
        var rules = JWTRules()
        rules.issuer = "https://id.example"
        rules.audience = "oss"
        return rules
    }

    private func base64(_ text: String) -> String {
        var encoded = ByteBuffer()
        encoded.append(base64: text.utf8Span.span)
        return String(copying: encoded.span).replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=", with: "")
    }

    private func claims(_ changes: [String: String?] = [:]) -> String {
        let usual: [String: String?] = [
            "iss": #""https://id.example""#, "aud": #""oss""#, "exp": "\(now + 600)", "sub": #""alice""#,
            "groups": #"["staff","hosts"]"#,
        ]
        let members = usual.merging(changes) { _, new in new }
        return "{"
            + members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }.joined(separator: ",")
            + "}"
    }

    /// The identity, or the error.
    private func result(
        _ header: String, _ claims: String, isSigned: Bool = true, by rules: JWTRules? = nil
    ) throws -> Result<Identity, JWTError> {
        result(
            text: "\(base64(header)).\(base64(claims)).\(base64("signature"))", isSigned: isSigned,
            by: rules ?? self.rules)
    }

    private func result(text: String, isSigned: Bool = true) -> Result<Identity, JWTError> {
        result(text: text, isSigned: isSigned, by: rules)
    }

    private func result(text: String, isSigned: Bool, by rules: JWTRules) -> Result<Identity, JWTError> {
        guard let keys = try? JSONWebKeys(keys.utf8Span.span) else { return .failure(.unknownKey) }
        do throws(JWTError) {
            return .success(
                try rules.identity(
                    ofToken: text.utf8Span.span, signedWith: keys, at: Timestamp(secondsSince1970: now)
                ) { _, message, signature in
                    isSigned && String(copying: signature) == "signature"
                        && text.hasPrefix(String(copying: message) + ".")
                })
        } catch {
            return .failure(error)
        }
    }

    @Test func `a valid token proves the user and its groups`() throws {
        let identity = try result(header, claims()).get()
        #expect(identity.user.text == "alice" && identity.groups == ["staff", "hosts"])
    }

    @Test(arguments: [
        ("aud", #"["other","oss"]"#), ("exp", "1700000600.5"), ("nbf", "1700000050"), ("iat", "1699999999"),
        ("exp", "1699999950"), ("other", #"{"a":[1,{"b":null}]}"#),
    ])
    func `a token may have`(claim: String, value: String) throws {
        #expect(try result(header, claims([claim: value])).get().user.text == "alice")
    }

    @Test(arguments: [
        (#"{"alg":"none","kid":"k1"}"#, JWTError.algorithm), (#"{"alg":"None","kid":"k1"}"#, .algorithm),
        (#"{"alg":"HS256","kid":"k1"}"#, .algorithm), (#"{"alg":"ES384","kid":"k1"}"#, .algorithm),
        (#"{"kid":"k1"}"#, .algorithm), (#"{"alg":["ES256"],"kid":"k1"}"#, .algorithm),
        (#"{"alg":"RS256","kid":"k1"}"#, .unknownKey), (#"{"alg":"ES256","kid":"k2"}"#, .unknownKey),
        (#"{"alg":"ES256","kid":"k1","crit":["b64"],"b64":false}"#, .criticalHeader),
        (#"{"alg":"ES256","alg":"none"}"#, .malformed), (#"{"alg":"ES256","kid":1}"#, .malformed),
        ("ES256", .malformed), ("", .malformed), (#"{"alg":"ES256"} {}"#, .malformed),
    ])
    func `a token with an invalid header is refused`(header: String, error: JWTError) throws {
        #expect(throws: error) { try result(header, claims()).get() }
    }

    @Test(
        arguments: [
            ("exp", nil, JWTError.expiration), ("exp", "1699999940", .expiration),
            ("exp", #""1700000600""#, .expiration),
            ("exp", "-1", .expiration), ("exp", "1e12", .expiration),
            ("exp", "9999999999.5e-9", .expiration), ("exp", "1700000600.0E0", .expiration),
            ("nbf", "9.9e9", .notYetValid), ("nbf", "1.795690589E9", .notYetValid),
            ("iat", "1.8e9", .notYetValid), ("iss", #""https://id.example.evil""#, .issuer),
            ("nbf", "1700000061", .notYetValid),
            ("nbf", #""now""#, .notYetValid), ("iat", "1700000061", .notYetValid), ("iss", nil, .issuer),
            ("iss", #""https://evil.example""#, .issuer), ("iss", #"["https://id.example"]"#, .issuer),
            ("aud", nil, .audience), ("aud", #""oss2""#, .audience), ("aud", #"["other"]"#, .audience),
            ("aud", #"["oss",1]"#, .audience), ("sub", nil, .user), ("sub", #""""#, .user),
            ("sub", "7", .user), ("sub", #""\#(String(repeating: "|", count: 21))""#, .user),
        ] as [(String, String?, JWTError)])
    func `a token with invalid claims is refused`(claim: String, value: String?, error: JWTError) throws {
        #expect(throws: error) { try result(header, claims([claim: value])).get() }
    }

    @Test(arguments: [
        ("bob_2@example.com", "bob_2@example.com"), ("auth0|12345", "e--auth0_7c12345"),
        ("bob+oss@example.com", "e--bob_2boss@example.com"), ("/app", "e--_2fapp"),
        ("../bob", "e--_2e_2e_2fbob"),
        ("a/../*", "e--a_2f._2e_2f_2a"), ("_a", "e--_5fa"), ("e--_5fa", "e--e--_5f5fa"), ("ü", "e--_c3_bc"),
    ])
    func `a name with other characters is escaped`(name: String, legal: String) throws {
        let identity = try result(header, claims(["sub": "\"\(name)\"", "groups": "[\"\(name)\"]"])).get()
        #expect(identity.user.text == legal && identity.groups == [legal])
    }

    @Test func `no two names become the same one`() throws {
        let parts = ["a", "/", "_", "-", ".", "2f", "e--", "_2f", "@"]
        var seen: [String: String] = [:]
        for name in parts.flatMap({ a in parts.flatMap { b in parts.map { a + b + $0 } } }) {
            let user = try result(header, claims(["sub": "\"\(name)\""])).get().user.text
            #expect(seen.updateValue(name, forKey: user) ?? name == name, "\(user)")
            #expect(!user.contains("/") && (user == name || !user.contains("..")))
        }
    }

    @Test func `claims of Keycloak are at a place within`() throws {
        var keycloak = rules
        keycloak.groupClaim = "/realm_access/roles"
        keycloak.userClaim = "/person/name"
        let nested = claims(["realm_access": #"{"roles":["hosts"]}"#, "person": #"{"name":"bob"}"#])
        let identity = try result(header, nested, by: keycloak).get()
        #expect(identity.user.text == "bob" && identity.groups == ["hosts"])
        let twice = claims(["person": #"{"name":"bob","name":"eve"}"#])
        #expect(throws: JWTError.malformed) { try result(header, twice, by: keycloak).get() }
        #expect(throws: JWTError.user) { try result(header, claims(), by: keycloak).get() }
    }

    /// `==` takes the Kelvin sign for a K.
    @Test func `texts that only look the same are other texts`() throws {
        var kelvin = rules
        kelvin.issuer = "K"
        kelvin.audience = "K"
        kelvin.userClaim = "K"
        let text = #"{"iss":"K","aud":"K","exp":\#(now + 600),"K":"alice"}"#
        for (change, error) in [
            ("\"iss\":\"K\"", JWTError.issuer), ("\"aud\":\"K\"", .audience), ("\"K\":", .user),
        ] {
            let changed = text.replacing(change, with: change.replacing("K", with: "\u{212a}"))
            #expect(throws: error) { try result(header, changed, by: kelvin).get() }
        }
        #expect(try result(header, text, by: kelvin).get().user.text == "alice")
    }

    @Test func `a group that only looks the same is another group`() throws {
        let group = UserTerms(name: "Keepers")
        let directory = UserDirectory(users: [], groups: [group])
        let alice = try #require(UserName("alice"))
        #expect(directory.terms(of: Identity(alice, by: .jwt, groups: ["\u{212a}eepers"])) == nil)
        #expect(directory.terms(of: Identity(alice, by: .jwt, groups: ["Keepers"])) == group)
    }

    @Test func `refuses a token with a wrong signature before it reads the claims`() throws {
        #expect(throws: JWTError.signature) { try result(header, "no JSON", isSigned: false).get() }
    }

    @Test func `a token without a key ID needs the only key of its algorithm`() throws {
        let other = keys.dropFirst(#"{"keys":["#.utf8.count).dropLast(2).replacing("k1", with: "k2")
        let two = keys.replacing("]}", with: ",\(other)]}")
        for (keys, error) in [(keys, nil), (two, JWTError.unknownKey)] {
            let known = try JSONWebKeys(keys.utf8Span.span)
            let text = "\(base64(#"{"alg":"ES256"}"#)).\(base64(claims())).\(base64("signature"))"
            let check = {
                try rules.identity(
                    ofToken: text.utf8Span.span, signedWith: known, at: Timestamp(secondsSince1970: now)
                ) { _, _, _ in true }
            }
            if let error {
                #expect(throws: error) { try check() }
            } else {
                #expect(try check().user.text == "alice")
            }
        }
    }

    @Test(arguments: [
        "", ".", "..", "a.b.c", "a.b", "....", "eyJhbGciOiJFUzI1NiJ9.e30", "eyJhbGciOiJFUzI1NiJ9.e30.AA.AA",
        "eyJhbGciOiJFUzI1NiJ9.e30=.AA", "eyJhbGciOiJFUzI1NiJ9.e3+.AA", " eyJhbGciOiJFUzI1NiJ9.e30.AA",
        "eyJhbGciOiJFUzI1NiJ9.e30.AB", String(repeating: "a", count: 9_000) + ".e30.AA",
    ])
    func `refuses a text that is no token`(text: String) {
        #expect(throws: JWTError.malformed) { try result(text: text).get() }
    }

    @Test func `the same claim twice is refused`() throws {
        let twice = claims().dropLast() + #","sub":"bob"}"#
        #expect(throws: JWTError.malformed) { try result(header, String(twice)).get() }
    }
}

struct JSONWebKeysTests {
    private func problem(_ text: String) -> JSONWebKeysError? {
        do throws(JSONWebKeysError) {
            _ = try JSONWebKeys(text.utf8Span.span)
            return nil
        } catch {
            return error
        }
    }

    private let key = #""kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo""#

    @Test func `two keys of one algorithm have two names`() throws {
        let other = key.replacing("11qYA", with: "11qYB")
        let rsa = #""kty":"RSA","e":"AQAB","n":"\#(String(repeating: "q", count: 341))A""#
        let (a, b) = (#""kid":"a","#, #""kid":"b","#)
        for (first, second, count) in [
            (a + key, a + other, nil), (a + key, a + key, 1), (a + key, a + rsa, 2), (a + key, b + other, 2),
            (key, other, 2),
        ] {
            let text = #"{"keys":[{\#(first)},{\#(second)}]}"#
            guard let count else {
                #expect(problem(text) == .ambiguous("'a'"))
                continue
            }
            #expect(try JSONWebKeys(text.utf8Span.span).count == count)
        }
    }

    @Test func `ignores keys that it does not know`() {
        #expect(
            problem(#"{"keys":[{"kty":"oct","k":"AA"},{\#(key),"use":"sig","alg":"EdDSA"}],"other":1}"#)
                == nil)
    }

    @Test(arguments: [
        #"{"keys":[]}"#, #"{}"#, #"{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB"}]}"#,
        #"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AAAA"}]}"#,
        #"{"keys":[{"kty":"EC","crv":"P-256","x":"AA"}]}"#,
    ])
    func `needs a usable key`(text: String) {
        #expect(problem(text) == .noUsableKey)
    }

    @Test func `a key for another purpose or algorithm is not used`() {
        for more in [#""use":"enc""#, #""alg":"ES256""#] {
            #expect(problem(#"{"keys":[{\#(key),\#(more)}]}"#) == .noUsableKey)
        }
    }

    /// One of 1,024 bits; 2,048 are the least.
    @Test(arguments: [(128, false), (255, false), (256, true), (512, true), (513, false)])
    func `an RSA key that is too short or too long is not used`(length: Int, isUsed: Bool) {
        var modulus = ByteBuffer()
        modulus.append(base64: [UInt8](repeating: 0xFB, count: length).span)
        let text = String(copying: modulus.span).replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
        #expect((problem(#"{"keys":[{"kty":"RSA","n":"\#(text)","e":"AQAB"}]}"#) == nil) == isUsed)
    }

    @Test func `says where the document is wrong`() {
        #expect(problem("[]") == .malformed(offset: 0))
    }
}
