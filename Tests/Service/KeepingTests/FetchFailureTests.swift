import Contract
import Exchange
import Exchanging
import Glibc
import Kernel
import Records
import Testing
import Time
import Tokens

@testable import Keeping

/// The report about several servers, and the answer that decides on the next attempt.
struct FetchFailureTests {
    private static let down = FetchFailure(kind: .passing, message: "one: Could not resolve host")
    private static let refused = answer(401)

    private static func answer(_ status: Int, retryAfter: Int? = nil) -> FetchFailure {
        FetchFailure(ExchangeAnswer(status: status, date: nil, retryAfter: retryAfter, body: 0..<0))
    }

    @Test(
        arguments: [
            ([down, refused, refused], .permanent), ([down, down], .passing), ([refused, down], .permanent),
            ([refused, answer(502)], .passing), ([answer(429), refused], .throttled), ([refused], .permanent),
        ] as [([FetchFailure], RefreshFailure)])
    func `answers of servers count, and the failure that may pass first`(
        failures: [FetchFailure], kind: RefreshFailure
    ) {
        #expect(FetchFailure.whole(failures).kind == kind)
    }

    @Test func `each server is reported with its own reason`() {
        let whole = FetchFailure.whole([Self.down, Self.answer(503, retryAfter: 7), Self.refused])
        #expect(
            whole.message
                == "one: Could not resolve host; the server answered with status 503, and wants no request "
                + "for 7 s; the server answered with status 401")
        #expect(whole.retryAfter == 7)
    }

    @Test(arguments: [1, 2, 3, 20])
    func `a long reason hides no other`(count: Int) {
        let long = FetchFailure(kind: .passing, message: String(repeating: "\u{4E2D}", count: 2_000))
        let whole = FetchFailure.whole(Array(repeating: long, count: count - 1) + [Self.refused])
        #expect(whole.message.utf8.count <= 1_000)
        #expect(whole.message.contains(count < 20 ? "status 401" : "the server"))
    }

    @Test func `names the place without what may be a secret`() throws {
        let request = ExchangeRequest(.get, try ExchangeURL("https://a.example:8443/sts?key=secret"))
        let attempt = FetchPlan.Attempt(server: 0, request: .exchange(request))
        #expect(
            Self.refused.at(attempt).message
                == "https://a.example:8443/sts: the server answered with status 401")
        let secret = FetchPlan.Attempt(server: 0, request: .exchange(request), hasSecretPath: true)
        #expect(
            Self.refused.at(secret).message
                == "https://a.example:8443: the server answered with status 401")
        let command = try CommandRequest(ExchangeCommand(["/bin/true"]))
        #expect(
            Self.refused.at(FetchPlan.Attempt(server: 0, request: .command(command))).message
                == "the server answered with status 401")
        let endless = try ExchangeURL("https://a/" + String(repeating: "b", count: 500))
        #expect(endless.shown().utf8.count <= 203 && endless.shown().hasSuffix("…"))
        #expect(try ExchangeURL("http://[::1]?q").shown() == "http://[::1]")
    }

    @Test func `a refused request without a login lacks one`() throws {
        var request = ExchangeRequest(.get, try ExchangeURL("https://a/sts"))
        request.headers = [try ExchangeHeader(name: "Accept", value: "application/json")]
        func code() -> FailureCode { Self.refused.at(.init(server: 0, request: .exchange(request))).code }
        #expect(code() == .loginMissing)
        request.headers.append(try ExchangeHeader(name: "X-Api-Key", value: "k"))
        #expect(code() == .loginRejected)
    }

    /// The answers of AppServers that were seen, with status 200 unless it is part of the answer.
    @Test(
        arguments: [
            (200, CredentialError.empty, FailureCode.wrongServer), (200, .markup(7), .wrongServer),
            (404, .markup(7), .wrongServer), (302, .empty, .wrongServer),
            (200, .refused(code: "NoPermission", message: ""), .refused),
            (403, .refused(code: "NoPermission", message: ""), .refused),
            (401, .refused(code: "NoLogin", message: ""), .loginRejected), (403, .empty, .loginRejected),
            (429, .empty, .throttled), (200, .refused(code: "Throttling.User", message: ""), .throttled),
            (500, .empty, .server), (503, .markup(7), .server), (407, .empty, .proxy),
            (200, .longLivedKey, .longLivedKey), (200, .member("SecurityToken", .characters), .answer),
            (200, .expiration(shown: nil, lacksZone: false), .expiration),
            (200, .expired(since: Timestamp(secondsSince1970: 0)), .tokenEnded),
            (200, .sameKeyOtherToken, .mixedAnswer),
            (200, .missing("AccessKeyId", in: outline("{}")), .answer),
            (200, .missing("AccessKeyId", in: outline(#"{"data":{"AccessKeyId":"k"}}"#)), .otherPlaces),
        ] as [(Int, CredentialError, FailureCode)])
    func `each answer has its code`(status: Int, error: CredentialError, code: FailureCode) {
        let answer = ExchangeAnswer(status: status, date: nil, retryAfter: nil, body: 0..<0)
        #expect(FetchFailure(answer, error).code == code)
    }

    private static func outline(_ document: String) -> AnswerOutline {
        AnswerOutline(of: document.utf8Span.span, seeking: [.keyID])
    }

    @Test func `the server's wish for a pause is in the text`() {
        #expect(
            Self.answer(429, retryAfter: 120).message
                == "the server answered with status 429, and wants no request for 120 s")
    }

    /// A retry does not change the configuration, but a missing file of the host may come back.
    @Test func `a source that cannot be asked is tried rarely`() {
        #expect(FetchFailure(ExchangeError.user).kind == .permanent)
        #expect(FetchFailure(ExchangeError.url).message == ExchangeError.url.description)
        let lack = SystemError(call: "open", code: ENOENT, path: "/policy")
        #expect(FetchFailure(lack).kind == .passing)
        #expect(FetchFailure(lack, of: "Policy=").message == "Policy=: \(lack)")
    }

    @Test func `a proxy that wants a login is named`() {
        #expect(Self.answer(407).message.hasSuffix("status 407, as a proxy does that wants a login"))
    }
}
