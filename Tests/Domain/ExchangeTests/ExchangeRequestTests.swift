import Bytes
import Exchange
import Testing
import Time

struct ExchangeRequestTests {
    private func read(_ line: String) throws(ExchangeError) -> ExchangeRequest? {
        try ExchangeRequest.decode(line.utf8Span.span)
    }

    private func full() throws -> ExchangeRequest {
        var request = ExchangeRequest(.post, try ExchangeURL("https://app.example.com:8443/sts?role=a"))
        request.headers = [
            try ExchangeHeader(name: "Accept", value: "application/json"),
            try ExchangeHeader(name: "X-Empty", value: ""),
        ]
        request.body = "{\"a\": \"line\nand \u{1}, ü and 😀\"}"
        request.timeout = 7
        request.maximumResponseSize = 1_000
        request.allowPlainHTTP = true
        request.caFile = "/etc/ossauthd/ca.pem"
        request.login = .basic(try BasicUser("üser"), password: try SecretFile("/run/credentials/password"))
        request.clientCertificate = try ClientCertificate(
            "/etc/ossauthd/client.pem", key: try SecretFile("client-key"))
        request.proxy = try ExchangeURL("http://proxy.example.com:3128")
        request.decoder = try ExchangeCommand(["/usr/bin/jq", "-c", ".data \"x\""])
        request.isOneOfMany = true
        return request
    }

    @Test func `a written request is read back unchanged`() throws {
        var requests = [try full(), ExchangeRequest(.get, try ExchangeURL("http://localhost"))]
        requests.append(try full())
        requests[2].login = .bearer(token: try SecretFile("appserver-token"))
        requests += try proofs().map { proof in
            var request = try full()
            request.login = .clientCredentials(
                try ClientLogin(
                    at: try ExchangeURL("https://login.example.com/token"), as: "app", by: proof,
                    scope: "a b",
                    federatedCredential: "hosts"))
            request.time = Timestamp(secondsSince1970: 1_700_000_000)
            return request
        }
        for request in requests {
            var line = ByteBuffer()
            try line.append(request)
            #expect(try ExchangeRequest.decode(line.span) == request)
        }
    }

    private func proofs() throws -> [ClientProof] {
        let file = try SecretFile("/run/credentials/proof")
        return [
            .secret(file), .token(file), .key(AssertionKey(file)), .key(AssertionKey(file, id: "host-17")),
            .key(AssertionKey(file, certificates: try SecretFile("chain"), audience: "https://a")),
            .ecsIdentity(instance: "idaas_1", metadata: try ExchangeURL("http://100.100.100.200")),
        ]
    }

    @Test func `only a login that states the time gets one`() throws {
        let now = Timestamp(secondsSince1970: 1_700_000_000)
        for proof in try proofs() {
            var request = ExchangeRequest(.get, try ExchangeURL("https://a"))
            request.login = .clientCredentials(
                try ClientLogin(at: try ExchangeURL("https://b"), as: "app", by: proof))
            guard case .exchange(let stamped) = HelperRequest.exchange(request).stamped(at: now) else {
                return
            }
            #expect(stamped.time == (proof.statesTime ? now : nil))
        }
    }

    @Test func `everything but the address has a default`() throws {
        let request = try read("{\"url\":\"https://a\"}\n")
        #expect(request == ExchangeRequest(.get, try ExchangeURL("https://a")))
        #expect(request?.timeout == 15)
        #expect(request?.maximumResponseSize == 64 * 1_024)
    }

    @Test func `no beginning of a request is one`() throws {
        var line = ByteBuffer()
        try line.append(try full())
        for count in 0..<line.count {
            #expect(try ExchangeRequest.decode(line.span.extracting(0..<count)) == nil)
        }
    }

    @Test(
        arguments: [
            ("{}", .urlMissing),
            ("{\"method\":\"GET\",\"url\":\"https://a\"}", .urlMissing),
            ("{\"url\":\"https://a\",\"url\":\"https://b\"}", .memberTwice),
            ("{\"url\":\"https://a\",\"u\\u0072l\":\"https://b\"}", .memberTwice),
            ("{\"url\":\"https://a\",\"cookie\":null}", .unknownMember),
            ("{\"url\":\"https://a\",\"proxy\":\"socks5://a\"}", .url),
            ("{\"url\":\"https://a\",\"clientCertificate\":\"/c\"}", .memberMissing),
            ("{\"url\":\"https://a\",\"clientKey\":\"/k\"}", .memberMissing),
            ("{\"url\":\"https://a\",\"clientCertificate\":\"c\",\"clientKey\":\"/k\"}", .path),
            ("{\"url\":\"https://a\",\"decoder\":[\"cat\"]}", .command),
            ("{\"url\":\"https://a\",\"decoder\":[\"/bin/cat\",\"a\\u0000\"]}", .command),
            ("{\"url\":\"https://a\",\"login\":{\"tokenURL\":\"https://b\",\"client\":\"c\"}}", .login),
            (
                "{\"url\":\"https://a\",\"login\":"
                    + "{\"tokenURL\":\"https://b\",\"client\":\"\",\"clientSecretFile\":\"/s\"}}",
                .client
            ),
            (
                "{\"url\":\"https://a\",\"login\":{\"tokenURL\":\"https://b\",\"client\":\"c\","
                    + "\"assertionKeyFile\":\"/k\",\"clientSecretFile\":\"/s\"}}", .login
            ),
            (
                "{\"url\":\"https://a\",\"login\":{\"tokenURL\":\"https://b\",\"client\":\"c\","
                    + "\"assertionTokenFile\":\"/k\",\"audience\":\"a\"}}", .login
            ),
            (
                "{\"url\":\"https://a\",\"login\":{\"tokenURL\":\"https://b\",\"client\":\"c\",\"instance\":\"i\"}}",
                .url
            ),
            ("{\"url\":\"https://a\",\"time\":\"now\"}", .date),
            ("{\"url\":\"https://a\",\"Method\":\"GET\"}", .unknownMember),
            ("{\"url\":\"https://a\",\"method\":\"get\"}", .method),
            ("{\"url\":\"https://a\",\"method\":\"PATCH\"}", .method),
            ("{\"url\":\"https://a\",\"method\":\"DELETE\",\"body\":\"x\"}", .bodyOfGet),
            ("{\"url\":\"https://a\",\"body\":\"x\"}", .bodyOfGet),
            ("{\"url\":\"https://a\",\"timeout\":0}", .seconds),
            ("{\"url\":\"https://a\",\"timeout\":-1}", .seconds),
            ("{\"url\":\"https://a\",\"timeout\":601}", .seconds),
            ("{\"url\":\"https://a\",\"maximumResponseSize\":0}", .maximumResponseSize),
            ("{\"url\":\"https://a\",\"maximumResponseSize\":1048577}", .maximumResponseSize),
            ("{\"url\":\"https://a\",\"caFile\":\"ca.pem\"}", .path),
            ("{\"url\":\"https://a\",\"caFile\":\"/ca\\u0000.pem\"}", .path),
            ("{\"url\":\"https://a\",\"headers\":[[]]}", .headerName),
            ("{\"url\":\"https://a\",\"headers\":[[\"a\"]]}", .headerValue),
            ("{\"url\":\"https://a\",\"headers\":[[\"a\",\"b\",\"c\"]]}", .headerValue),
            ("{\"url\":\"https://a\",\"headers\":[[\"a:\",\"b\"]]}", .headerName),
            ("{\"url\":\"https://a\",\"headers\":[[\"a\",\"b\\r\\nc: d\"]]}", .headerValue),
            ("{\"url\":\"https://a\",\"headers\":[[\"a\",\" b\"]]}", .headerValue),
            ("{\"url\":\"https://a\",\"headers\":[[\"Content-LENGTH\",\"1\"]]}", .headerReserved),
            ("{\"url\":\"https://a\",\"headers\":[[\"transfer-encoding\",\"chunked\"]]}", .headerReserved),
            ("{\"url\":\"https://a\",\"login\":{}}", .login),
            ("{\"url\":\"https://a\",\"login\":{\"user\":\"a\"}}", .login),
            (
                "{\"url\":\"https://a\",\"login\":{\"tokenFile\":\"/a\",\"user\":\"a\",\"passwordFile\":\"/b\"}}",
                .login
            ),
            ("{\"url\":\"https://a\",\"login\":{\"tokenFile\":\"/a\",\"tokenFile\":\"/b\"}}", .memberTwice),
            ("{\"url\":\"https://a\",\"login\":{\"tokenFile\":\"a/b\"}}", .path),
            ("{\"url\":\"https://a\",\"login\":{\"tokenFile\":\"..\"}}", .path),
            ("{\"url\":\"https://a\",\"login\":{\"tokenFile\":\"\"}}", .path),
            ("{\"url\":\"https://a\",\"login\":{\"user\":\"a:b\",\"passwordFile\":\"/a\"}}", .user),
            ("{\"url\":\"https://a\",\"login\":{\"user\":\"\",\"passwordFile\":\"/a\"}}", .user),
        ] as [(String, ExchangeError)])
    func `an invalid request is refused`(line: String, error: ExchangeError) {
        #expect(throws: error) { try read(line + "\n") }
    }

    @Test(arguments: [
        "", "[]", "null", "{\"url\":1}", "{\"url\":\"https://a\"", "{\"url\":\"https://a\"}x",
        "{\"url\":\"https://a\",}",
        "{\"url\":\"https://a\",\"timeout\":1.5}", "{\"url\":\"https://a\",\"timeout\":\"1\"}",
        "{\"url\":\"https://a\",\"timeout\":99999999999999999999}",
        "{\"url\":\"https://a\",\"allowPlainHTTP\":1}",
        "{\"url\":\"https://a\",\"headers\":{}}", "{\"url\":\"https://a\",\"login\":\"bearer\"}",
    ])
    func `rejects a line that is not JSON or has another type`(line: String) {
        let error = #expect(throws: ExchangeError.self) { try read(line + "\n") }
        guard case .json = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `plain text to this machine is no secret, unless it goes through a proxy`() throws {
        let url = try ExchangeURL("http://127.0.0.1/")
        var request = ExchangeRequest(.get, url)
        #expect(!request.isRefusedAsPlainHTTP(url))
        #expect(try request.isRefusedAsPlainHTTP(ExchangeURL("http://app.example.com/")))
        #expect(try !request.isRefusedAsPlainHTTP(ExchangeURL("https://app.example.com/")))
        request.proxy = try ExchangeURL("https://proxy.example.com")
        #expect(request.isRefusedAsPlainHTTP(url))
        request.allowPlainHTTP = true
        #expect(!request.isRefusedAsPlainHTTP(url))
    }

    @Test func `nothing may follow the line`() {
        #expect(throws: ExchangeError.trailingBytes) { try read("{\"url\":\"https://a\"}\n\n") }
    }

    @Test func `the size of a request is limited`() throws {
        var request = ExchangeRequest(.post, try ExchangeURL("https://a"))
        let body = String(repeating: "\u{1}", count: ExchangeLimit.bodyBytes)
        request.body = ExchangeBody(stringLiteral: body)
        request.headers = try (0..<ExchangeLimit.headers).map { _ in
            try ExchangeHeader(
                name: "a", value: String(repeating: "\"", count: ExchangeLimit.headerBytes - 1))
        }
        var line = ByteBuffer()
        try line.append(request)
        #expect(line.count <= ExchangeLimit.requestBytes)
        #expect(try ExchangeRequest.decode(line.span) == request)
        request.body = ExchangeBody(stringLiteral: body + "x")
        #expect(throws: ExchangeError.bodyTooLong) { try line.append(request) }
        request.body = ""
        request.headers.append(try ExchangeHeader(name: "a", value: ""))
        #expect(throws: ExchangeError.tooManyHeaders) { try line.append(request) }
        #expect(throws: ExchangeError.headerValue) {
            try ExchangeHeader(name: "a", value: String(repeating: "b", count: ExchangeLimit.headerBytes))
        }
    }

    @Test func `a line that never ends is refused when it is too long`() throws {
        var line = ByteBuffer(
            copying: String(repeating: " ", count: ExchangeLimit.requestBytes).utf8Span.span)
        #expect(try ExchangeRequest.decode(line.span) == nil)
        line.append(UInt8(ascii: " "))
        #expect(throws: ExchangeError.tooLong) { try ExchangeRequest.decode(line.span) }
    }

    /// Damage is refused, or makes another request that is as good as any.
    @Test func `damaged requests are refused or whole`() throws {
        var line = ByteBuffer()
        try line.append(try full())
        for seed in 0..<5_000 as Range<UInt64> {
            var mutation = Mutation(seed: seed)
            let damaged = mutation.damage(line.span)
            guard let request = try? ExchangeRequest.decode(damaged.span) else { continue }
            var again = ByteBuffer()
            try again.append(request)
            #expect(try ExchangeRequest.decode(again.span) == request)
        }
    }
}
