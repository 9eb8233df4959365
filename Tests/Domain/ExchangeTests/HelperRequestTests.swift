import Bytes
import Exchange
import Testing

struct HelperRequestTests {
    private func read(_ line: String) throws(ExchangeError) -> HelperRequest? {
        try HelperRequest.decode(line.utf8Span.span)
    }

    @Test func `a written request is read back unchanged`() throws {
        var command = CommandRequest(try ExchangeCommand(["/usr/bin/aws-vault", "a b", "", "ü\n"]))
        command.timeout = 7
        var exchange = ExchangeRequest(.post, try ExchangeURL("https://sts.aliyuncs.com/"))
        exchange.formFile = try FormFile("OIDCToken", file: try SecretFile("/run/token"))
        exchange.login = .metadata(tokenURL: try ExchangeURL("http://100.100.100.200/latest/api/token"))
        for request in [HelperRequest.command(command), .exchange(exchange)] {
            var line = ByteBuffer()
            try line.append(request)
            #expect(try HelperRequest.decode(line.span) == request)
            for count in 0..<line.count {
                #expect(try HelperRequest.decode(line.span.extracting(first: count)) == nil)
            }
        }
    }

    @Test(
        arguments: [
            ("{\"command\":[]}", .command), ("{\"command\":[\"sh\"]}", .command),
            ("{\"command\":[\"/bin/a\\u0000\"]}", .command),
            ("{\"command\":[\"/bin/a\"],\"command\":[\"/bin/b\"]}", .memberTwice),
            ("{\"command\":[\"/bin/a\"],\"url\":\"https://a\"}", .unknownMember),
            ("{\"url\":\"https://a\",\"command\":[\"/bin/a\"]}", .unknownMember),
            ("{\"command\":[\"/bin/a\"],\"timeout\":0}", .seconds),
            ("{\"command\":[\"/bin/a\"],\"timeout\":601}", .seconds),
            ("{\"command\":[\"/bin/a\"],\"maximumResponseSize\":0}", .maximumResponseSize),
            ("{\"timeout\":1}", .urlMissing), ("{\"command\":[\"/bin/a\"]}\n", .trailingBytes),
            ("{\"url\":\"https://a\",\"method\":\"POST\",\"formFile\":[\"a\"]}", .formFile),
            ("{\"url\":\"https://a\",\"method\":\"POST\",\"formFile\":[\"a&b\",\"/c\"]}", .formFile),
            ("{\"url\":\"https://a\",\"formFile\":[\"a\",\"/c\"]}", .bodyOfGet),
        ] as [(String, ExchangeError)])
    func `an invalid request is refused`(line: String, error: ExchangeError) {
        #expect(throws: error) { try read(line + "\n") }
    }

    @Test func `damaged requests are refused or whole`() throws {
        var line = ByteBuffer()
        try line.append(CommandRequest(try ExchangeCommand(["/usr/bin/env", "A=b"])))
        for seed in 0..<3_000 as Range<UInt64> {
            var mutation = Mutation(seed: seed)
            let damaged = mutation.damage(line.span)
            guard let request = try? HelperRequest.decode(damaged.span) else { continue }
            var again = ByteBuffer()
            try again.append(request)
            #expect(try HelperRequest.decode(again.span) == request)
        }
    }

    @Test(arguments: [
        ("https://a.example:8443/b/c?d=/e", "GET https://a.example:8443/b/c", "GET https://a.example:8443"),
        ("http://[::1]?k", "GET http://[::1]", "GET http://[::1]"),
    ])
    func `the place of a request names the server without the query`(
        url: String, place: String, server: String
    ) throws {
        let request = HelperRequest.exchange(ExchangeRequest(.get, try ExchangeURL(url)))
        #expect(request.place() == place && request.place(withoutPath: true) == server)
    }

    @Test func `the place of a request names the program without its arguments`() throws {
        let request = HelperRequest.command(CommandRequest(try ExchangeCommand(["/bin/p", "--key", "k"])))
        #expect(request.place() == "/bin/p")
    }
}
