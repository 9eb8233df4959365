import Bytes
import Exchange
import Testing

/// RFC 6749, 5.
struct LoginReplyTests {
    private func read(_ body: String, _ status: Int = 200) -> Result<String, ExchangeFailure> {
        do {
            let token = try LoginReply.token(in: body.utf8Span.span, status: status)
            return .success(String(copying: token.text.span))
        } catch {
            return .failure(error)
        }
    }

    private func failure(_ body: String, _ status: Int = 200) -> ExchangeFailure? {
        guard case .failure(let failure) = read(body, status) else { return nil }
        return failure
    }

    /// The example of 5.1.
    @Test(arguments: ["Bearer", "bearer", "BEARER"])
    func `takes the token of a bearer`(type: String) {
        let body = """
            {"access_token":"2YotnFZFEjr1zCsicMWpAA","token_type":"\(type)","expires_in":3600,
             "refresh_token":"tGzv3JOkF0XG5Qx2TlKWIA","example_parameter":{"a":[]}}
            """
        #expect(read(body) == .success("2YotnFZFEjr1zCsicMWpAA"))
    }

    /// The type of the example, which is unknown.
    @Test func `takes no token of another type`() {
        #expect(failure(#"{"access_token":"a","token_type":"example"}"#)?.kind == .login)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"access_token":"a"}"#, #"{"access_token":"","token_type":"bearer"}"#,
        #"{"access_token":"a b","token_type":"bearer"}"#,
        #"{"access_token":"a\r\nX: y","token_type":"bearer"}"#,
        #"{"access_token":5,"token_type":"bearer"}"#, #"{"access_token":"a","token_type":"bearer"}x"#,
    ])
    func `a reply without a usable bearer token is rejected`(body: String) {
        #expect(failure(body) == ExchangeFailure(.login, "the login server's answer holds no bearer token"))
    }

    @Test func `a refusal names its code, and nothing that the server may have repeated`() {
        let body = #"{"error":"invalid_client","error_description":"wrong secret s3cret"}"#
        #expect(
            failure(body, 401)
                == ExchangeFailure(.login, "the login server refused: status 401, invalid_client"))
        #expect(
            failure(#"{"error":"two words"}"#, 400)
                == ExchangeFailure(.login, "the login server refused: status 400"))
        #expect(failure("<html>", 404)?.kind == .login)
    }

    @Test func `a token has 8192 characters at most, and a reported code 64`() {
        func token(_ count: Int) -> String { String(repeating: "t", count: count) }
        func body(_ count: Int) -> String { #"{"access_token":"\#(token(count))","token_type":"bearer"}"# }
        #expect(read(body(8_192)) == .success(token(8_192)))
        #expect(failure(body(8_193))?.kind == .login)
        let refused = "the login server refused: status 400"
        #expect(failure(#"{"error":"\#(token(64))"}"#, 400)?.message == "\(refused), \(token(64))")
        #expect(failure(#"{"error":"\#(token(65))"}"#, 400)?.message == refused)
    }

    @Test(arguments: [429, 500, 503])
    func `a server that is busy or broken will be well again`(status: Int) {
        #expect(failure("{}", status)?.kind == .network)
    }
}
