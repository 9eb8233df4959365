import API
import Bytes
import EventLoop
import Keeping
import KeepingSupport
import Kernel
import Records
import TestSupport
import Testing
import Time
import Tokens

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
    private func rotate(_ daemon: DaemonFixture, times: Int) {
        for _ in 0..<times { daemon.profiles[0].publishRotation() }
    }

    private func withToken(_ configuration: String = profile) throws -> DaemonFixture {
        let daemon = try DaemonFixture(configuration)
        try daemon.keeping.settle()
        try daemon.keeping.fetch().answerWithToken()
        #expect(try daemon.keeping.loop.reaches { daemon.profiles[0].credential != nil })
        return daemon
    }

    @Test func `a watcher sees the state, then what happens, in its order`() throws {
        let daemon = try DaemonFixture(Self.profile)
        let watcher = try Watcher(daemon)
        let state = try #require(try watcher.line())
        #expect(
            state.hasPrefix(
                #"{"event":"state","profiles":[{"name":"a","source":"appserver","state":"never","#))
        try daemon.keeping.fetch().answer("{}", status: 503)
        let failure = try #require(try watcher.line())
        #expect(failure.hasPrefix(#"{"event":"refreshFailed","time":"2"#))
        #expect(failure.contains(#""profile":"a","kind":"passing","error":"#))
        #expect(failure.contains(#""consecutiveFailures":1,"nextAttemptAt":"2"#))
        daemon.profiles[0].refreshNow(at: Clock().now())
        try daemon.keeping.fetch().answerWithToken()
        let rotation = try #require(try watcher.line())
        #expect(rotation.hasPrefix(#"{"event":"rotated","time":"2"#))
        #expect(rotation.contains(#""profile":"a","generation":1,"expiration":"2"#))
        daemon.profiles[0].forget()
        let forgotten = try #require(try watcher.line())
        #expect(forgotten.hasPrefix(#"{"event":"forgotten","time":"2"#))
        #expect(forgotten.hasSuffix(#""profile":"a"}"#))
    }

    @Test func `a watcher that reads sees every event once, however many come at a time`() throws {
        let daemon = try withToken()
        let watcher = try Watcher(daemon)
        #expect(try watcher.event() == "state")
        for _ in 0..<10 {
            rotate(daemon, times: EventFeed.capacity)
            for _ in 0..<EventFeed.capacity { #expect(try watcher.event() == "rotated") }
        }
        rotate(daemon, times: 1)
        #expect(try watcher.event() == "rotated")
    }

    @Test func `a watcher that falls behind gets the state in place of lost events, and no more`() throws {
        let daemon = try withToken()
        let watcher = try Watcher(daemon)
        #expect(try watcher.event() == "state")
        rotate(daemon, times: EventFeed.capacity + 1)
        #expect(try watcher.event() == "state")
        rotate(daemon, times: 1)
        #expect(try watcher.event() == "rotated")
    }

    @Test func `a thousand watchers, half of which never read, delay no client and cost little`() throws {
        let daemon = try withToken()
        let watchers = try (0..<1_000).map { _ in try Watcher(daemon) }
        let client = try daemon.connect()
        for _ in 0..<10 {
            rotate(daemon, times: 70)
            try client.presign("a")
            #expect(try client.status() == "200")
            try daemon.keeping.settle()
            for reader in watchers[..<500] { try reader.receive() }
        }
        let kept = daemon.server.connections.all.map { $0.pending?.output?.count ?? 0 }
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
            _ = try daemon.keeping.loop.runOnce(timeout: .zero)
            return late.text.split(separator: "\"event\":\"state\"").count > 2
        }
        #expect(seesPresent)
    }

    @Test func `a silent watch outlives the connections that idle`() throws {
        let daemon = try DaemonFixture("[Daemon]\nIdleTimeout=1s\n" + Self.profile)
        let watcher = try Watcher(daemon)
        #expect(try watcher.event() == "state")
        let idle = try daemon.connect()
        #expect(try idle.status() == nil)
        #expect(idle.isAtEnd)
        rotate(daemon, times: 1)
        daemon.profiles[0].forget()
        #expect(try watcher.event() == "forgotten")
    }

    @Test func `a watcher that takes no pending event is ended like an idle connection`() throws {
        let daemon = try withToken("[Daemon]\nIdleTimeout=1s\n" + Self.profile)
        let watcher = try Watcher(daemon)
        #expect(try watcher.event() == "state")
        while daemon.server.streaming.values.contains(where: { $0.pending?.streamIsUpToDate == true }) {
            rotate(daemon, times: 200)
            try daemon.keeping.settle()
        }
        #expect(try daemon.keeping.loop.reaches { daemon.server.connections.count == 0 })
        #expect(daemon.server.streaming.isEmpty)
        _ = watcher
    }

    @Test func `a client that goes is forgotten, one that only ends its direction is reported`() throws {
        let daemon = try withToken()
        do { _ = try Watcher(daemon) }
        #expect(try daemon.keeping.loop.reaches { daemon.server.connections.count == 0 })
        #expect(daemon.server.streaming.isEmpty)
        let watcher = try Watcher(daemon)
        #expect(try watcher.event() == "state")
        try watcher.socket.finishSending()
        try daemon.keeping.settle()
        rotate(daemon, times: 1)
        #expect(try watcher.event() == "rotated")
    }

    @Test func `bytes behind the request are discarded`() throws {
        let daemon = try withToken()
        let watcher = try Watcher(daemon)
        _ = try watcher.socket.send(String(repeating: "GET / HTTP/1.1\r\n\r\n", count: 1_000).utf8Span.span)
        #expect(try watcher.event() == "state")
        rotate(daemon, times: 1)
        #expect(try watcher.event() == "rotated")
        #expect(daemon.server.connections.all.allSatisfy { !$0.holdsInput })
    }

    @Test func `a stop ends the stream whole, and does not wait for a watcher that does not read`() throws {
        let daemon = try withToken()
        let watcher = try Watcher(daemon)
        let sleeper = try Watcher(daemon)
        #expect(try watcher.event() == "state")
        var isIdle = false
        daemon.server.finish = { isIdle = true }
        rotate(daemon, times: 5_000)
        daemon.server.stop()
        while try watcher.line() != nil {}
        #expect(watcher.isAtEnd)
        #expect(watcher.text.hasSuffix("\r\n0\r\n\r\n"))
        #expect(try daemon.keeping.loop.reaches { isIdle })
        _ = sleeper
    }

    @Test func `a client of HTTP 1.0 gets lines without chunks`() throws {
        let daemon = try withToken()
        let watcher = try Watcher(daemon, "HTTP/1.0")
        #expect(try watcher.event() == "state")
        #expect(watcher.text.firstRange(of: "\r\n\r\n{\"event\"") != nil)
        #expect(watcher.text.lowercased().firstRange(of: "transfer-encoding") == nil)
    }
}
