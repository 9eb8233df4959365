import Exchange
import Kernel
import TestSupport
import Testing

/// Servers that the helper trusts, and its own logins.
struct TrustTests {
    private let authority: Authority

    init() throws {
        authority = try Authority()
    }

    private func request(_ port: String, _ target: String = "/sts") throws -> ExchangeRequest {
        var request = ExchangeRequest(.get, try ExchangeURL("https://localhost:\(port)\(target)"))
        request.caFile = authority.certificate.file
        return request
    }

    @Test func `presents its certificate to a server that requires one`() throws {
        let clients = try Authority()
        let client = try clients.certify("DNS:host-1")
        var server = try RecordingServer(with: authority.certify("DNS:localhost"), clientsOf: clients)
        try server.answer("GET /sts", with: "{}")
        var request = try request(server.port)
        #expect(try fetch(request)?.failure != nil)
        request.clientCertificate = try ClientCertificate(client.file, key: try SecretFile(client.key))
        #expect(try fetch(request)?.get().body == "{}")
        request.clientCertificate = try ClientCertificate(
            client.file, key: try SecretFile(clients.certificate.key))
        #expect(try fetch(request)?.failure?.kind == .tls)
    }

    /// libcurl would report the certificate of the server.
    @Test func `names the file of authorities that it cannot read`() throws {
        var request = try request("1")
        request.caFile = "/nowhere/ca.pem"
        let failure = try fetch(request)?.failure
        #expect(
            failure
                == ExchangeFailure(
                    .badRequest,
                    "the fetch helper cannot read CAFile=: open /nowhere/ca.pem: no such file or directory"))
    }

    @Test func `goes through a proxy that sees neither the target nor the login`() throws {
        var server = try RecordingServer(with: authority.certify("DNS:localhost"))
        try server.answer("GET /sts?role=a", with: "{}")
        var proxy = try RecordingServer()
        let directory = try TemporaryDirectory()
        try File.replace(directory.appending("token"), with: "s3cret".utf8Span.span)
        var request = try request(server.port, "/sts?role=a")
        request.proxy = try ExchangeURL(proxy.url)
        request.headers = [try ExchangeHeader(name: "X-Tenant", value: "seven")]
        request.login = .bearer(token: try SecretFile(directory.appending("token")))
        #expect(try fetch(request, environment: ["no_proxy=*", "NO_PROXY=*"])?.get().body == "{}")
        #expect(
            try proxy.nextRequest() == """
                CONNECT localhost:\(server.port) HTTP/1.1\r
                Host: localhost:\(server.port)\r
                User-Agent: ossauthd\r
                Proxy-Connection: Keep-Alive\r
                \r

                """)
        let sent = try server.nextRequest()
        #expect(sent.contains("\r\nX-Tenant: seven\r\n"))
        #expect(sent.contains("\r\nAuthorization: Bearer s3cret\r\n"))
    }

    /// Two proxies: one has no listener, and the other requires a login.
    @Test func `says that it is the proxy where it is`() throws {
        var request = try request("443")
        let closed = try ClosedPort()
        request.proxy = try ExchangeURL("http://127.0.0.1:\(closed.number)")
        let absent = try #require(try fetch(request)?.failure)
        #expect(absent.kind == .proxy && absent.message.hasPrefix("the proxy: Failed to connect"))
        var server = try RecordingServer()
        try server.answer("CONNECT localhost:443", 407)
        request.proxy = try ExchangeURL(server.url)
        let refusing = try #require(try fetch(request)?.failure)
        #expect(
            refusing.message.hasPrefix("the proxy: CONNECT tunnel failed, response 407"),
            "\(refusing.message)")
        request.proxy = nil
        request.url = try ExchangeURL("https://127.0.0.1:\(closed.number)/sts")
        #expect(try fetch(request)?.failure?.message.hasPrefix("Failed to connect") == true)
    }

    /// Authorities are those of the profile, for both; the certificate is for the AppServer alone.
    @Test
    func `logs in where its authorities vouch for the server, and shows the login server no certificate`()
        throws
    {
        let clients = try Authority()
        let client = try clients.certify("DNS:host-1")
        let certificate = try authority.certify("DNS:localhost")
        var server = try RecordingServer(with: certificate, clientsOf: clients)
        try server.answer("GET /sts", with: "{}")
        var request = try request(server.port)
        request.clientCertificate = try ClientCertificate(client.file, key: try SecretFile(client.key))

        var login = try RecordingServer(with: authority.certify("DNS:localhost", as: "login"))
        try login.answer(
            "POST /token", with: #"{"access_token":"2YotnFZFEjr1zCsicMWpAA","token_type":"Bearer"}"#)
        let directory = try TemporaryDirectory()
        try File.replace(directory.appending("secret"), with: "s3cret".utf8Span.span)
        request.login = try login.clientCredentials(secret: directory.appending("secret"))
        #expect(try fetch(request)?.get().body == "{}")
        #expect(try login.nextRequest().hasSuffix("\r\n\r\ngrant_type=client_credentials"))
        #expect(try server.nextRequest().contains("\r\nAuthorization: Bearer 2YotnFZFEjr1zCsicMWpAA\r\n"))

        // A login server that asks for a client certificate gets none, and the AppServer gets no request.
        let demanding = try RecordingServer(with: certificate, clientsOf: clients)
        request.login = try demanding.clientCredentials(secret: directory.appending("secret"))
        #expect(try fetch(request)?.failure != nil)
        try server.answer("GET /other")
        #expect(server.count == 0)
    }

    @Test func `sends nothing to a login server without a valid certificate`() throws {
        let directory = try TemporaryDirectory()
        try File.replace(directory.appending("secret"), with: "s3cret".utf8Span.span)
        let untrusted = try Authority()
        var login = try RecordingServer(with: untrusted.certify("DNS:localhost"))
        try login.answer("POST /token", with: #"{"access_token":"a","token_type":"Bearer"}"#)
        var request = try request("1")
        request.login = try login.clientCredentials(secret: directory.appending("secret"))
        #expect(try fetch(request)?.failure?.kind == .tls)
        try login.answer("POST /other")
        #expect(login.count == 0)
    }

    @Test func `follows no redirect`() throws {
        let server = try ScriptedServer()
        let request = ExchangeRequest(.get, try ExchangeURL("http://127.0.0.1:\(server.port)/redirect"))
        #expect(
            try fetch(request)?.get() == Reply(status: 302, date: nil, retryAfter: nil, body: "elsewhere"))
    }
}

extension RecordingServer {
    fileprivate func clientCredentials(secret: String) throws -> ExchangeLogin {
        .clientCredentials(
            try ClientLogin(
                at: try ExchangeURL("https://localhost:\(port)/token"), as: "ossauthd",
                by: .secret(try SecretFile(secret))))
    }
}
