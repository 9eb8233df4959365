package import API
internal import Bytes
package import EventLoop
internal import Exchanging
package import Keeping
package import Kernel
internal import Records
internal import Sections
package import Settings
internal import Systemd
package import TestSupport
package import Time
internal import Tokens

/// The surroundings that profiles need: a real loop, a real cache, and a fetch helper that is played by the test.
package final class KeepingFixture {
    package let directory: TemporaryDirectory
    package let cacheDirectory: String
    package let loop: EventLoop
    package let context: ProfileContext
    package let observer = CallbackObserver()
    private let helper: UnixListener

    /// `journal`: where entries go if `JOURNAL_STREAM` says that there is one.
    package init(journal: String = "/nowhere") throws {
        directory = try TemporaryDirectory()
        cacheDirectory = directory.appending("cache")
        loop = try EventLoop()
        let path = directory.appending("fetch")
        helper = try UnixListener(path: path, access: FileAccess(mode: 0o600), backlog: 64)
        context = try ProfileContext(
            loop: loop, clock: Clock(), log: Log(level: .error, to: try JournalWriter(journal: journal)),
            cache: TokenCache(directory: cacheDirectory), fetchHelper: .unit(socket: path))
        context.observer = observer
        try context.cache.prepare()
    }

    /// The settings that this configuration makes.
    package func settings(_ text: String) throws -> Settings {
        try Settings(
            reading: [SourceFile(path: "test.conf", bytes: Array(text.utf8))], environment: Environment())
    }

    package func profile(_ keys: String) throws -> RenewedToken {
        let settings = try settings("[Profile test]\n\(keys)\n")
        return RenewedToken(settings.profiles[0], in: context)
    }

    /// A profile whose fetches come to `takeFetch`.
    package func fetchingProfile() throws -> RenewedToken {
        try profile("Source=appserver\nURL=http://127.0.0.1:1/")
    }

    package func write(_ text: String, to name: String) throws -> String {
        let path = directory.appending(name)
        try File.replace(path, with: text.utf8Span.span)
        return path
    }

    /// Turns until nothing more is ready, and what was to be kept is on the disk.
    package func settle() throws {
        try loop.settle()
        context.cacheWriter.finish(within: patience)
    }

    /// The events that are published from now on.
    package func publishedEvents() -> PublishedEvents {
        let published = PublishedEvents()
        let publish = observer.publish
        observer.publish = { event in
            published.events.append(event)
            publish(event)
        }
        return published
    }
}

/// The events that watchers would get.
package final class PublishedEvents {
    package fileprivate(set) var events: [WatchEvent] = []

    package func rotations(of profile: String) -> [Int] {
        events.compactMap { event in
            guard event.profile == profile, case .rotated(let generation, _) = event.kind else { return nil }
            return generation
        }
    }
}

/// A fetch that is under way; the test answers it.
///
/// Letting go of it is a helper that dies.
package struct PendingFetch: ~Copyable {
    package let socket: Descriptor

    /// The request that the helper gets.
    package func question() throws -> String {
        var line = ByteBuffer(capacity: 4_096)
        while line.span.firstIndex(of: UInt8(ascii: "\n")) == nil {
            _ = try socket.receive(into: &line, atMost: 65_536, waitingUntil: soon())
        }
        return String(copying: line.span)
    }

    package func answer(_ body: String, status: Int = 200, date: Timestamp? = nil, retryAfter: Int? = nil)
        throws
    {
        let date = date.map { "\"\($0)\"" } ?? "null"
        let pause = retryAfter.map { "\($0)" } ?? "null"
        let head =
            "{\"status\":\(status),\"date\":\(date),\"retryAfter\":\(pause),\"length\":\(body.utf8.count)}\n"
        _ = try socket.send((head + body).utf8Span.span)
    }

    /// `date`: what time the server thinks it is.
    package func answerWithToken(_ name: String = "new", life: Int64 = 3_600, date: Timestamp? = nil) throws {
        try answerWithToken(name, until: Clock().now().wall + life, date: date)
    }

    package func answerWithToken(_ name: String, until end: Timestamp, date: Timestamp? = nil) throws {
        try answer(
            """
            {"StatusCode":200,"AccessKeyId":"STS.\(name)","AccessKeySecret":"secret-\(name)",\
            "SecurityToken":"token-\(name)","Expiration":"\(end)"}
            """, date: date)
    }
}

extension KeepingFixture {
    /// Whether the lock of this profile is free.
    package func isLockFree(of profile: String = "test") throws -> Bool {
        let lock = try LockFile.open("\(cacheDirectory)/\(profile).lock")
        guard try lock.tryLock() else { return false }
        // Closing it would not do: a child that another test starts at the same time holds it too.
        try lock.unlock()
        return true
    }

    /// The clocks are so many seconds ahead from now on.
    ///
    /// A process that waits for the lock of this profile would otherwise check it again so much later.
    package func fallAsleep(for seconds: Int64, of profile: String) throws {
        try settle()
        guard try eventually({ try isLockFree(of: profile) }) else { throw NoFetch() }
        context.clock.ahead = seconds
    }

    /// The fetch that a profile begins.
    ///
    /// A child that another test starts at the same time may hold the lock of the one before, for which profiles wait.
    package func fetch() throws -> PendingFetch {
        let deadline = soon()
        while KernelClock.bootNanoseconds() < deadline {
            if let fetch = try takeFetch() { return fetch }
            _ = try loop.runOnce(timeout: .milliseconds(10))
        }
        throw NoFetch()
    }

    /// The fetch that a profile began, if it did.
    package func takeFetch() throws -> PendingFetch? {
        guard let socket = try helper.socket.accept() else { return nil }
        return PendingFetch(socket: socket)
    }

    package func beganFetch() throws -> Bool {
        switch try takeFetch() {
        case .some: true
        case .none: false
        }
    }
}

package struct NoFetch: Error {
    package init() {}
}

extension EventLoop {
    /// Turns until nothing more is ready; a loop that is always ready fails the test and does not hang it.
    package func settle() throws {
        let deadline = soon()
        while try runOnce(timeout: .zero) {
            guard KernelClock.bootNanoseconds() < deadline else { throw NeverSettled() }
        }
    }

    /// Whether the loop comes to this by itself.
    package func reaches(_ isSo: () throws -> Bool) throws -> Bool {
        try eventually {
            if try isSo() { return true }
            _ = try runOnce(timeout: .milliseconds(10))
            return false
        }
    }
}

package struct NeverSettled: Error {}
