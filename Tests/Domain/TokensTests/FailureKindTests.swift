import Testing
import Tokens

/// oss-facts, 12: only throttling, 5xx and timeouts are worth another try soon.
struct FailureKindTests {
    @Test(
        arguments: [
            (429, .throttled), (500, .passing), (502, .passing), (503, .passing), (408, .passing),
            (200, .passing),
            (302, .permanent), (400, .permanent), (401, .permanent), (403, .permanent), (404, .permanent),
            (405, .permanent), (410, .permanent), (301, .permanent), (399, .permanent), (409, .passing),
        ] as [(Int, RefreshFailure)])
    func `the status tells whether asking again helps`(status: Int, expected: RefreshFailure) {
        #expect(RefreshFailure(status: status) == expected)
        #expect(RefreshFailure(status: status, .empty) == expected)
    }

    @Test(
        arguments: [
            (400, "Throttling.User", "", .throttled),
            (200, "Throttling", "", .throttled),
            (400, "Other", "Request was denied due to user flow control.", .throttled),
            (200, "AccessDenied", "", .permanent),
            (404, "EntityNotExist.Role", "", .permanent),
            (503, "ServiceUnavailable", "", .passing),
        ] as [(Int, String, String, RefreshFailure)])
    func `a refusal says it better`(status: Int, code: String, message: String, expected: RefreshFailure) {
        #expect(RefreshFailure(status: status, .refused(code: code, message: message)) == expected)
    }

    @Test func `of two failures the one that passes sooner counts`() {
        #expect(RefreshFailure.passing.milder(than: .permanent))
        #expect(RefreshFailure.throttled.milder(than: .permanent))
        #expect(!RefreshFailure.permanent.milder(than: .permanent))
        #expect(!RefreshFailure.permanent.milder(than: .passing))
    }
}
