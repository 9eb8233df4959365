import API
import TestSupport
import Testing

@testable import Callers
@testable import Daemon
@testable import Keeping
@testable import Records
@testable import Serving

/// The operator's command for another token.
struct RefreshCommandTests {
    private static let profile =
        "[Profile a]\nSource=appserver\nURL=http://127.0.0.1:1/\nEndpoint=https://oss-cn-hangzhou.aliyuncs.com\n"
    private static let command =
        "POST /v1/profiles/a/refresh HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"

    private let household: Household

    init() throws {
        household = try Household("[Daemon]\nRequestTimeout=10s\n" + Self.profile, listenerKind: .admin)
    }

    private func command() throws -> Client {
        let client = try household.connect()
        try client.send(Self.command)
        try household.house.settle()
        return client
    }

    /// The fetch of the start is under way, and cannot know that the operator has just put its cause right.
    @Test func `answers with an exchange that began after it`() throws {
        let before = try household.house.fetch()
        #expect(household.profiles[0].report(at: Clock().now()).isFetching)
        let first = try command()
        try before.answer("no", status: 500)
        let next = try household.house.fetch()
        #expect(try !first.hasAnswer())
        let second = try command()
        try next.answerWithToken("one")
        #expect(try first.answer()?.contains("\"generation\":1,") == true)
        #expect(try !second.hasAnswer())
        try household.house.fetch().answer("no", status: 500)
        #expect(try second.status() == "503")
        #expect(!household.profiles[0].report(at: Clock().now()).isFetching)
    }

    @Test func `several that come during an exchange share the next one`() throws {
        let before = try household.house.fetch()
        let clients = [try command(), try command(), try command()]
        try before.answerWithToken("one")
        try household.house.fetch().answerWithToken("two", life: 7_200)
        for client in clients { #expect(try client.answer()?.contains("\"generation\":2,") == true) }
        #expect(try !household.house.beganFetch())
    }
}
