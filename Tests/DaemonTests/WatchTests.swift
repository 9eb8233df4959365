import API
import Bytes
import EventLoop
import Kernel
import TestSupport
import Testing
import Time
import Tokens

@testable import Callers
@testable import Daemon
@testable import Keeping
@testable import Records
@testable import Serving

/// Watchers, fast and slow, in one thread with the server.
struct WatchTests {
    private static let profile = """
        [Profile a]
        Source=appserver
        URL=http://127.0.0.1:1/
        Endpoint=https://oss-cn-hangzhou.aliyuncs.com

        """

    /// As if so many tokens had come one after the other.
    private func rotate(_ household: Household, times: Int) {
        for _ in 0..<times { household.profiles[0].publishRotation() }
    }

    private func withToken(_ configuration: String = profile) throws -> Household {
        let household = try Household(configuration)
        try household.house.settle()
        try household.house.fetch().answerWithToken()
        #expect(try household.house.comes { household.profiles[0].credential != nil })
        return household
    }

    @Test func `a watcher sees the state, then what happens, in its order`() throws {
        let household = try Household(Self.profile)
        let watcher = try Watcher(household)
        let state = try #require(try watcher.line())
        #expect(
            state.hasPrefix(
                #"{"event":"state","profiles":[{"name":"a","source":"appserver","state":"never","#))
        try household.house.fetch().answer("{}", status: 503)
        let failure = try #require(try watcher.line())
        #expect(failure.hasPrefix(#"{"event":"refreshFailed","time":"2"#))
        #expect(failure.contains(#""profile":"a","kind":"passing","error":"#))
        #expect(failure.contains(#""consecutiveFailures":1,"nextAttemptAt":"2"#))
        household.profiles[0].refreshNow(at: Clock().now())
        try household.house.fetch().answerWithToken()
        let rotation = try #require(try watcher.line())
        #expect(rotation.hasPrefix(#"{"event":"rotated","time":"2"#))
        #expect(rotation.contains(#""profile":"a","generation":1,"expiration":"2"#))
        household.profiles[0].forget()
        let forgotten = try #require(try watcher.line())
        #expect(forgotten.hasPrefix(#"{"event":"forgotten","time":"2"#))
        #expect(forgotten.hasSuffix(#""profile":"a"}"#))
    }

    @Test func `a watcher that reads sees every event once, however many come at a time`() throws {
        let household = try withToken()
        let watcher = try Watcher(household)
        #expect(try watcher.event() == "state")
        for _ in 0..<10 {
            rotate(household, times: EventFeed.capacity)
            for _ in 0..<EventFeed.capacity { #expect(try watcher.event() == "rotated") }
        }
        rotate(household, times: 1)
        #expect(try watcher.event() == "rotated")
    }

    @Test func `a watcher that falls behind gets the state in place of lost events, and no more`() throws {
        let household = try withToken()
        let watcher = try Watcher(household)
        #expect(try watcher.event() == "state")
        rotate(household, times: EventFeed.capacity + 1)
        #expect(try watcher.event() == "state")
        rotate(household, times: 1)
        #expect(try watcher.event() == "rotated")
    }

    @Test func `a thousand watchers, half of which never read, delay no client and cost little`() throws {
        let household = try withToken()
        let watchers = try (0..<1_000).map { _ in try Watcher(household) }
        let client = try household.connect()
        for _ in 0..<10 {
            rotate(household, times: 70)
            try client.presign("a")
            #expect(try client.status() == "200")
            try household.house.settle()
            for reader in watchers[..<500] { try reader.receive() }
        }
        let kept = household.server.connections.all.map { $0.pending?.output?.count ?? 0 }
        #expect(kept.max() ?? 0 <= 2 * 65_536)
        for reader in watchers[..<500].prefix(20) {
            #expect(reader.text.firstRange(of: "\"event\":\"rotated\"") != nil)
            #expect(!reader.isAtEnd)
        }
        // Watchers that never read are still connected, and find the state when they begin.
        let late = watchers[999]
        #expect(try late.event() == "state")
        let seesPresent = try eventually {
            try late.receive()
            _ = try household.house.loop.runOnce(timeout: .zero)
            return late.text.split(separator: "\"event\":\"state\"").count > 2
        }
        #expect(seesPresent)
    }

    @Test func `a silent watch outlives the connections that idle`() throws {
        let household = try Household("[Daemon]\nIdleTimeout=1s\n" + Self.profile)
        let watcher = try Watcher(household)
        #expect(try watcher.event() == "state")
        let idle = try household.connect()
        #expect(try idle.status() == nil)
        #expect(idle.isAtEnd)
        rotate(household, times: 1)
        household.profiles[0].forget()
        #expect(try watcher.event() == "forgotten")
    }

    @Test func `a watcher that takes no pending event is ended like an idle connection`() throws {
        let household = try withToken("[Daemon]\nIdleTimeout=1s\n" + Self.profile)
        let watcher = try Watcher(household)
        #expect(try watcher.event() == "state")
        while household.server.streaming.values.contains(where: { $0.pending?.streamIsUpToDate == true }) {
            rotate(household, times: 200)
            try household.house.settle()
        }
        #expect(try household.house.comes { household.server.connections.count == 0 })
        #expect(household.server.streaming.isEmpty)
        _ = watcher
    }

    @Test func `a client that goes is forgotten, one that only ends its direction is reported`() throws {
        let household = try withToken()
        do { _ = try Watcher(household) }
        #expect(try household.house.comes { household.server.connections.count == 0 })
        #expect(household.server.streaming.isEmpty)
        let watcher = try Watcher(household)
        #expect(try watcher.event() == "state")
        try watcher.socket.finishSending()
        try household.house.settle()
        rotate(household, times: 1)
        #expect(try watcher.event() == "rotated")
    }

    @Test func `bytes behind the request are discarded`() throws {
        let household = try withToken()
        let watcher = try Watcher(household)
        _ = try watcher.socket.send(String(repeating: "GET / HTTP/1.1\r\n\r\n", count: 1_000).utf8Span.span)
        #expect(try watcher.event() == "state")
        rotate(household, times: 1)
        #expect(try watcher.event() == "rotated")
        #expect(household.server.connections.all.allSatisfy { !$0.holdsInput })
    }

    @Test func `a stop ends the stream whole, and does not wait for a watcher that does not read`() throws {
        let household = try withToken()
        let watcher = try Watcher(household)
        let sleeper = try Watcher(household)
        #expect(try watcher.event() == "state")
        var isIdle = false
        household.whenStopped = { isIdle = true }
        rotate(household, times: 5_000)
        household.server.stop()
        while try watcher.line() != nil {}
        #expect(watcher.isAtEnd)
        #expect(watcher.text.hasSuffix("\r\n0\r\n\r\n"))
        #expect(try household.house.comes { isIdle })
        _ = sleeper
    }

    @Test func `a client of HTTP 1.0 gets lines without chunks`() throws {
        let household = try withToken()
        let watcher = try Watcher(household, "HTTP/1.0")
        #expect(try watcher.event() == "state")
        #expect(watcher.text.firstRange(of: "\r\n\r\n{\"event\"") != nil)
        #expect(watcher.text.lowercased().firstRange(of: "transfer-encoding") == nil)
    }
}
