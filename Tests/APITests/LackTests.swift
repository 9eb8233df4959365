import API
import Testing
import Time
import Tokens

/// What is told to those who go without a credential.
struct LackTests {
    private static let end = Timestamp(secondsSince1970: 1_702_743_657)
    private static let pending = "no answer within 2s; the attempt goes on, see 'ossauthctl status'"

    @Test(arguments: [
        (Problem.Lack.Why.noneYet, "this profile has received no credential yet"),
        (.forgotten, "the credential of this profile was forgotten, as the operator asked"),
        (.expired, "the credential of this profile has expired"),
        (.late, "no new credential came in time"),
        (
            .tooShort(left: 60, wanted: 90),
            "the credential ends in 1min, and none came that lives 1min 30s, as was asked for; ask for less"
        ),
        (.signatureFailed, "the signature did not come from the server that makes it"),
    ])
    func `says why, and what the last attempt met`(why: Problem.Lack.Why, words: String) {
        let calm = Problem.noCredential(.init(why, state: .never, lastError: nil, retryAfter: 1))
        let failed = Problem.noCredential(.init(why, state: .never, lastError: "down", retryAfter: 1))
        #expect(calm.detail == words)
        #expect(failed.detail == "\(words); the last attempt failed: down")
    }

    @Test(arguments: [
        (Problem.Lack.Why.renewalPending(nil, after: .seconds(2)), pending),
        (
            .renewalPending(.init(of: "p", until: end), after: .seconds(2)),
            "\(pending); the present token of p signs until 2023-12-16T16:20:57Z"
        ),
        (.renewalFailed(.init(of: "p", until: nil)), "down; the present token of p signs"),
    ])
    func `says what became of a wish for another`(why: Problem.Lack.Why, words: String) {
        let problem = Problem.noCredential(.init(why, state: .fresh, lastError: "down", retryAfter: 1))
        #expect(problem.detail == words)
    }

    @Test func `an attempt without an error brought none`() {
        let problem = Problem.noCredential(
            .init(
                .renewalFailed(.init(of: "p", until: LackTests.end)), state: .fresh, lastError: nil,
                retryAfter: 1))
        #expect(problem.detail == "none came; the present token of p signs until 2023-12-16T16:20:57Z")
    }
}
