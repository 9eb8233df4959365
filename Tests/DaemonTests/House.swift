import API
import Bytes
import EventLoop
import Kernel
import Sections
import Settings
import Systemd
import TestSupport
import Time
import Tokens

@testable import Callers
@testable import Daemon
@testable import Keeping
@testable import Records
@testable import Serving

/// The surroundings that profiles need: a real loop, a real cache, and a fetch helper that is played by the test.
final class House {
    let directory: TemporaryDirectory
    let cacheDirectory: String
    let loop: EventLoop
    let context: ProfileContext
    let observer = PlayedObserver()
    private let helper: UnixListener

    /// `journal`: where entries go if `JOURNAL_STREAM` says that there is one.
    init(journal: String = "/nowhere") throws {
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
    func settings(_ text: String) throws -> Settings {
        try Settings(
            reading: [SourceFile(path: "test.conf", bytes: Array(text.utf8))], environment: Environment())
    }

    func profile(_ keys: String) throws -> Profile {
        let settings = try settings("[Profile test]\n\(keys)\n")
        return Profile(settings.profiles[0], in: context)
    }

    /// A profile whose fetches come to `takeFetch`.
    func fetchingProfile() throws -> Profile {
        try profile("Source=appserver\nURL=http://127.0.0.1:1/")
    }

    func write(_ text: String, to name: String) throws -> String {
        let path = directory.appending(name)
        try File.replace(path, with: text.utf8Span.span)
        return path
    }

    /// Turns until nothing more is ready, and what was to be kept is on the disk.
    func settle() throws {
        try loop.settle()
        context.cacheWriter.finish(within: patience)
    }

    /// The events that are published from now on.
    func news() -> News {
        let news = News()
        let publish = observer.publish
        observer.publish = { event in
            news.events.append(event)
            publish(event)
        }
        return news
    }

    /// Whether the loop comes to this by itself.
    func comes(_ isSo: () throws -> Bool) throws -> Bool {
        try eventually {
            _ = try loop.runOnce(timeout: .milliseconds(10))
            return try isSo()
        }
    }
}

/// The events that watchers would get.
final class News {
    fileprivate(set) var events: [WatchEvent] = []

    func rotations(of profile: String) -> [Int] {
        events.compactMap { event in
            guard event.profile == profile, case .rotated(let generation, _) = event.kind else { return nil }
            return generation
        }
    }
}

/// A fetch that is under way; the test answers it.
///
/// Letting go of it is a helper that dies.
struct PlayedFetch: ~Copyable {
    let socket: Descriptor

    /// The request that the helper gets.
    func question() throws -> String {
        var line = ByteBuffer(capacity: 4_096)
        while line.span.firstIndex(of: UInt8(ascii: "\n")) == nil {
            _ = try socket.receive(into: &line, atMost: 65_536, waitingUntil: soon())
        }
        return String(copying: line.span)
    }

    func answer(_ body: String, status: Int = 200, date: Timestamp? = nil) throws {
        let date = date.map { "\"\($0)\"" } ?? "null"
        let head =
            "{\"status\":\(status),\"date\":\(date),\"retryAfter\":null,\"length\":\(body.utf8.count)}\n"
        _ = try socket.send((head + body).utf8Span.span)
    }

    /// `date`: what time the server thinks it is.
    func answerWithToken(_ name: String = "new", life: Int64 = 3_600, date: Timestamp? = nil) throws {
        try answerWithToken(name, until: Clock().now().wall + life, date: date)
    }

    func answerWithToken(_ name: String, until end: Timestamp, date: Timestamp? = nil) throws {
        try answer(
            """
            {"StatusCode":200,"AccessKeyId":"STS.\(name)","AccessKeySecret":"secret-\(name)",\
            "SecurityToken":"token-\(name)","Expiration":"\(end)"}
            """, date: date)
    }
}

extension House {
    /// Whether the lock of this profile is free.
    func isLockFree(of profile: String = "test") throws -> Bool {
        let lock = try LockFile.open("\(cacheDirectory)/\(profile).lock")
        guard try lock.tryLock() else { return false }
        // Closing it would not do: a child that another test starts at the same time holds it too.
        try lock.unlock()
        return true
    }

    /// The clocks are so many seconds ahead from now on.
    ///
    /// A process that waits for the lock of this profile would otherwise check it again so much later.
    func fallAsleep(for seconds: Int64, of profile: String) throws {
        try settle()
        guard try eventually({ try isLockFree(of: profile) }) else { throw NoFetch() }
        context.clock.ahead = seconds
    }

    /// The fetch that a profile begins.
    ///
    /// A child that another test starts at the same time may hold the lock of the one before, for which profiles wait.
    func fetch() throws -> PlayedFetch {
        let deadline = soon()
        while KernelClock.bootNanoseconds() < deadline {
            if let fetch = try takeFetch() { return fetch }
            _ = try loop.runOnce(timeout: .milliseconds(10))
        }
        throw NoFetch()
    }

    /// The fetch that a profile began, if it did.
    func takeFetch() throws -> PlayedFetch? {
        guard let socket = try helper.socket.accept() else { return nil }
        return PlayedFetch(socket: socket)
    }

    func beganFetch() throws -> Bool {
        switch try takeFetch() {
        case .some: true
        case .none: false
        }
    }
}

struct NoFetch: Error {}

extension EventLoop {
    /// Turns until nothing more is ready; a loop that is always ready fails the test and does not hang it.
    func settle() throws {
        let deadline = soon()
        while try runOnce(timeout: .zero) {
            guard KernelClock.bootNanoseconds() < deadline else { throw NeverSettled() }
        }
    }
}

struct NeverSettled: Error {}
