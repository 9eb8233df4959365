import API
import Keeping
import KeepingSupport
import Records
import TestSupport
import Testing

/// The operator's command for another token.
struct RefreshCommandTests {
    private static let profile =
        "[Profile a]\nSource=appserver\nURL=http://127.0.0.1:1/\nEndpoint=https://oss-cn-hangzhou.aliyuncs.com\n"
    private static let command =
        "POST /v1/profiles/a/refresh HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"

    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture("[Daemon]\nRequestTimeout=10s\n" + Self.profile, listenerKind: .admin)
    }

    private func command() throws -> Client {
        let client = try daemon.connect()
        try client.send(Self.command)
        try daemon.keeping.settle()
        return client
    }

    /// The fetch of the start is under way, and cannot know that the operator has just put its cause right.
    @Test func `a refresh is answered by an exchange that began after the command`() throws {
        let before = try daemon.keeping.fetch()
        #expect(daemon.profiles[0].report(at: Clock().now()).isFetching)
        let first = try command()
        try before.answer("no", status: 500)
        let next = try daemon.keeping.fetch()
        #expect(try !first.hasAnswer())
        let second = try command()
        try next.answerWithToken("one")
        #expect(try first.answer()?.contains("\"generation\":1,") == true)
        #expect(try !second.hasAnswer())
        try daemon.keeping.fetch().answer("no", status: 500)
        #expect(try second.status() == "503")
        #expect(!daemon.profiles[0].report(at: Clock().now()).isFetching)
    }

    @Test func `several commands that come during an exchange share the next one`() throws {
        let before = try daemon.keeping.fetch()
        let clients = [try command(), try command(), try command()]
        try before.answerWithToken("one")
        try daemon.keeping.fetch().answerWithToken("two", life: 7_200)
        for client in clients { #expect(try client.answer()?.contains("\"generation\":2,") == true) }
        #expect(try !daemon.keeping.beganFetch())
    }
}
