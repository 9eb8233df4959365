import Bytes
import Exchange
import Kernel
import TestSupport
import Testing
import Text
import Time

/// Proofs without a shared secret (RFC 7523, 2.2), as the bytes that arrive at the login server.
struct ClientAssertionTests: ~Copyable {
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgcjQnWMc/VgnifzUr
        6I053n/UUUlzs+acmhGdkhE5sUOhRANCAARN2lvODQ6NDH2lOJjG14dIx6BsnprU
        Kq4bczZM5YIqdmQ+BCrm8yVJT1FqnG+l0YV79agg7S0XTRFa/VAemFOK
        -----END PRIVATE KEY-----
        """
    private var server: RecordingServer
    private let directory: TemporaryDirectory

    init() throws {
        let directory = try TemporaryDirectory()
        try File.replace(directory.appending("key"), with: Self.key.utf8Span.span)
        try File.replace(directory.appending("token"), with: "e30.e30.AA\n".utf8Span.span)
        server = try RecordingServer()
        self.directory = directory
    }

    private func request(_ proof: ClientProof, federatedCredential: String? = nil) throws -> ExchangeRequest {
        var request = ExchangeRequest(.get, try ExchangeURL(server.url + "/sts"))
        request.login = .clientCredentials(
            try ClientLogin(
                at: try ExchangeURL(server.url + "/token"), as: "app", by: proof, scope: "a|b",
                federatedCredential: federatedCredential))
        request.time = Timestamp(secondsSince1970: 1_700_000_000)
        return request
    }

    private func keyProof() throws -> ClientProof {
        .key(AssertionKey(try SecretFile(directory.appending("key"))))
    }

    /// The claims of the token in a form.
    private func claims(in message: String) throws -> String {
        let form = try #require(message.split(separator: "\r\n").last)
        let member = try #require(form.split(separator: "&").first { $0.hasPrefix("client_assertion=") })
        let part = try #require(member.split(separator: ".").dropFirst().first)
        var text = ByteBuffer()
        #expect(text.append(base64URLDecoding: part.utf8Span.span) != nil)
        return String(copying: text.span)
    }

    @Test mutating func `a signed token goes along in place of a secret`() throws {
        try server.answer("POST /token", with: #"{"access_token":"t","token_type":"Bearer"}"#)
        try server.answer("GET /sts", with: "{}")
        #expect(try fetch(request(keyProof()))?.get().body == "{}")
        let message = try server.nextRequest()
        #expect(!message.contains("Authorization:"))
        let start =
            "\r\n\r\ngrant_type=client_credentials&client_id=app&client_assertion_type="
            + "urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer&client_assertion=eyJ"
        #expect(message.contains(start) && message.hasSuffix("&scope=a%7Cb"))
        let claims = try claims(in: message)
        #expect(claims.hasPrefix(#"{"iss":"app","sub":"app","aud":"\#(server.url)/token","jti":""#))
        // The time came with the request, and not from the clock of this host.
        #expect(claims.contains(#","iat":170000000"#) && claims.contains(#","exp":17000003"#))
        #expect(try server.nextRequest().contains("\r\nAuthorization: Bearer t\r\n"))
    }

    /// The answer of a recording server has no `Date`, so there is nothing to correct.
    @Test mutating func `a refusal without a time ends the login`() throws {
        try server.answer("POST /token", 401, with: #"{"error":"invalid_client"}"#)
        let failure = try fetch(request(keyProof()))?.failure
        #expect(failure == ExchangeFailure(.login, "the login server refused: status 401, invalid_client"))
        try server.answer("POST /token", 400, with: #"{"error":"invalid_scope"}"#)
        #expect(try fetch(request(keyProof()))?.failure?.kind == .login)
        let identifiers = try [claims(in: server.nextRequest()), claims(in: server.nextRequest())]
        #expect(identifiers[0] != identifiers[1])
    }

    /// Failed logins lock accounts, so another one needs a reason.
    @Test mutating func `a login that is refused by a server with the same time is not repeated`() throws {
        var request = try request(keyProof())
        request.time = nil
        try server.answer("POST /token", 401, with: #"{"error":"invalid_client"}"#, isDated: true)
        #expect(try fetch(request)?.failure?.kind == .login)
        try server.answer("GET /", with: "")
        #expect(server.count == 1)
        // The same refusal by another clock is repeated.
        request.time = Timestamp(secondsSince1970: 1_700_000_000)
        #expect(try fetch(request)?.failure?.kind == .login)
        try server.answer("GET /", with: "")
        #expect(server.count == 3)
    }

    /// The proxy of the AppServer is not there, and nothing but the metadata service hears of the document.
    @Test mutating func `the document of an instance is asked for without the proxy`() throws {
        let metadata = try ExchangeURL(server.url)
        var request = try request(
            .ecsIdentity(instance: "idaas_1", metadata: metadata), federatedCredential: "hosts")
        request.proxy = try ExchangeURL("http://127.0.0.1:1")
        request.allowPlainHTTP = true
        try server.answer("PUT /latest/api/token", with: "metadata-token")
        #expect(try fetch(request)?.failure != nil)
        #expect(try server.nextRequest().hasPrefix("PUT /latest/api/token "))
        #expect(
            try server.nextRequest().hasPrefix("GET /latest/dynamic/instance-identity/pkcs7?audience="))
        #expect(server.count == 0)
    }

    @Test mutating func `a token of a platform goes along as it is`() throws {
        let file = try SecretFile(directory.appending("token"))
        for (name, type) in [
            (
                nil,
                "urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer&client_assertion=e30.e30.AA"
            ),
            (
                "hosts",
                "urn%3Acloud%3Aidaas%3Aparams%3Aoauth%3Aclient-assertion-type%3Aid-token-bearer"
                    + "&client_assertion=e30.e30.AA&application_federated_credential_name=hosts"
            ),
        ] as [(String?, String)] {
            try server.answer("POST /token", with: #"{"access_token":"t","token_type":"Bearer"}"#)
            try server.answer("GET /sts", with: "{}")
            #expect(try fetch(request(.token(file), federatedCredential: name))?.get().body == "{}")
            #expect(try server.nextRequest().hasSuffix("&client_assertion_type=\(type)&scope=a%7Cb"))
            _ = try server.nextRequest()
        }
    }

    @Test func `a file that is no key is named, with the correction`() throws {
        let path = directory.appending("key")
        try File.replace(path, with: Self.key.replacing("PRIVATE", with: "EC PRIVATE").utf8Span.span)
        #expect(
            try fetch(request(keyProof()))?.failure
                == ExchangeFailure(
                    .secretFile,
                    "\(path) has a key in an older form: convert it with 'openssl pkcs8 -topk8 -nocrypt'"))
        try File.replace(path, with: "".utf8Span.span)
        #expect(
            try fetch(request(keyProof()))?.failure?.message.hasPrefix("\(path) has no private key") == true)
    }
}
