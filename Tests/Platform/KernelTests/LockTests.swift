import Glibc
import Kernel
import TestSupport
import Testing

struct LockTests: ~Copyable {
    private let directory: TemporaryDirectory
    private let path: String
    private let other: Descriptor

    init() throws {
        let directory = try TemporaryDirectory()
        let path = directory.appending("lock")
        other = try LockFile.open(path)
        self.directory = directory
        self.path = path
    }

    @Test func `one at a time, even within a process`() throws {
        let holder = try LockFile.open(path)
        #expect(try holder.tryLock())
        #expect(try !other.tryLock())
        try holder.unlock()
        #expect(try other.tryLock())
    }

    @Test func `readers share a byte of a file or of a folder, and others see it`() throws {
        let paths = [path, String(path.dropLast("/lock".utf8.count))]
        for path in paths {
            func open() throws -> Descriptor {
                try path == paths[0] ? File.open(path) : File.openDirectory(path)
            }
            let first = try open()
            let second = try open()
            let third = try open()
            try first.lockForReading(at: 7)
            #expect(try !first.isLockedByOthers(at: 7) && second.isLockedByOthers(at: 7))
            #expect(try !second.isLockedByOthers(at: 8))
            try second.lockForReading(at: 7)
            try first.unlock(at: 7)
            #expect(try third.isLockedByOthers(at: 7))
            _ = consume second
            #expect(try eventually { try !third.isLockedByOthers(at: 7) })
        }
    }

    @Test func `ends with the last descriptor of its open file`() throws {
        let holder = try LockFile.open(path)
        #expect(try holder.tryLock())
        let copy = try holder.duplicate()
        _ = consume holder
        #expect(try !other.tryLock())
        _ = consume copy
        #expect(try eventually { try other.tryLock() })
    }

    @Test func `is held by another process for as long as that lives`() throws {
        let holder = try LockFile.open(path)
        #expect(try holder.tryLock())
        var pair = try SocketPair()
        let input = pair.take()
        let child = try ChildProcess(
            "/bin/cat", arguments: [], environment: [],
            inheriting: [.init(input, as: 0), .init(input, as: 1), .init(holder, as: 5)])
        _ = consume holder
        #expect(try !other.tryLock())
        _ = consume child
        _ = consume pair
        #expect(try eventually { try other.tryLock() })
    }

    @Test func `a lock file belongs to its owner alone`() throws {
        #expect(try FileStatus(of: other).matches(FileAccess(mode: 0o600, user: ThisProcess.user)))
    }

    @Test func `no link is followed to another file`() throws {
        let victim = directory.appending("victim")
        try File.replace(victim, with: "precious".utf8Span.span)
        let link = directory.appending("link")
        #expect(unsafe symlink(victim, link) == 0)
        #expect(throws: SystemError.self) { _ = try LockFile.open(link) }
    }
}
