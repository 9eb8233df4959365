import API
import Testing
import Time
import Tokens

/// The problem text that a caller gets when there is no credential.
struct LackTests {
    private static let end = Timestamp(secondsSince1970: 1_702_743_657)
    private static let pending = "no answer within 2s; the attempt goes on, see 'ossauthctl status'"

    @Test(arguments: [
        (Problem.Lack.Why.noneYet, "profile p has received no credential yet"),
        (.expired, "the credential of profile p has expired"),
        (.late, "no new credential for profile p came in time"),
        (
            .tooShort(left: 60, wanted: 90),
            "the credential of profile p ends in 1min, and no token with 1min 30s left arrived; request a shorter minValid"
        ),
        (.signatureFailed, "the server that signs for profile p returned no signature"),
    ])
    func `the problem says why there is no credential, and the error of the last attempt`(
        why: Problem.Lack.Why, words: String
    ) {
        let calm = Problem.noCredential(.init(why, of: "p", state: .never, lastError: nil, retryAfter: 1))
        let failed = Problem.noCredential(
            .init(why, of: "p", state: .never, lastError: "down", retryAfter: 1))
        #expect(calm.detail == words)
        #expect(failed.detail == "\(words): down")
    }

    @Test func `a token that is gone is not one that never came`() {
        let forgotten = "the token of profile p was forgotten 1min ago, as the operator asked"
        let dropped =
            "profile p lost its token at the reload 1min ago, because the configuration asks for another one now"
        for (why, words, fetch) in [
            (Problem.Lack.Why.forgotten(ago: .seconds(60)), forgotten, "the fetch of another one"),
            (.dropped(ago: .seconds(60)), dropped, "its fetch"),
        ] {
            let calm = Problem.Lack(why, of: "p", state: .never, lastError: nil, retryAfter: 1)
            let failed = Problem.Lack(
                why, of: "p", state: .never, lastError: "connection refused", failures: 2, retryAfter: 1)
            #expect(calm.description == words)
            #expect(failed.description == "\(words); \(fetch) fails: connection refused (2 failures)")
        }
    }

    @Test func `the problem counts the failures in a row and says when the next attempt is`() {
        let problem = Problem.noCredential(
            .init(
                .noneYet, of: "broken", state: .never, lastError: "connection refused", failures: 15,
                nextAttempt: 240, retryAfter: 240))
        #expect(
            problem.detail
                == "profile broken has received no credential yet: connection refused (15 failures; next attempt in 4min)"
        )
    }

    @Test func `the operator of a manual profile is told how to set its credential`() {
        let problem = Problem.noCredential(
            .init(.notSet, of: "uploads", state: .never, lastError: nil, retryAfter: 60))
        #expect(problem.detail.hasSuffix("set one with 'ossauthctl credentials set uploads'"))
    }

    @Test(arguments: [
        (Problem.Lack.Why.renewalPending(nil, after: .seconds(2)), pending),
        (
            .renewalPending(.init(of: "p", until: end), after: .seconds(2)),
            "\(pending); the present token of p signs until 2023-12-16T16:20:57Z"
        ),
        (.renewalFailed(.init(of: "p", until: nil)), "down; the present token of p signs"),
    ])
    func `the problem says why no newer token came`(why: Problem.Lack.Why, words: String) {
        let problem = Problem.noCredential(
            .init(why, of: "p", state: .fresh, lastError: "down", retryAfter: 1))
        #expect(problem.detail == words)
    }

    @Test func `an attempt without an error brought none`() {
        let problem = Problem.noCredential(
            .init(
                .renewalFailed(.init(of: "p", until: LackTests.end)), of: "p", state: .fresh, lastError: nil,
                retryAfter: 1))
        #expect(problem.detail == "none came; the present token of p signs until 2023-12-16T16:20:57Z")
    }
}
