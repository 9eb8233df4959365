import Bytes
import Glibc
import TestSupport
import Testing

@testable import Kernel

struct PeerTests: ~Copyable {
    private let near: Descriptor

    init() throws {
        var pair = try SocketPair()
        near = pair.take()
    }

    @Test func `knows the peer of a connection`() throws {
        let expected = PeerCredentials(
            process: ThisProcess.number, user: ThisProcess.user, group: getegid())
        #expect(try near.peerCredentials() == expected)
    }

    @Test func `knows the groups of the other end`() throws {
        let status = try File.contents(of: "/proc/self/status", atMost: 65_536)
        let line = String(copying: status.span).split(separator: "\n").first { $0.hasPrefix("Groups:") }
        let groups = try #require(line).split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) }
        #expect(try Set(near.peerGroups()) == Set(groups))
    }

    @Test func `knows the process at the other end where the kernel does`() throws {
        guard let process = try near.peerProcess() else { return }
        let runs = process.isRunning
        #expect(runs)
    }
}

struct AccountTests {
    @Test func `finds root by name and by number`() throws {
        let root = Account(name: "root", user: 0, group: 0)
        #expect(try Account.named("root") == root)
        #expect(try Account.numbered(0) == root)
        #expect(try Account.group(named: "root") == 0 && Account.group(numbered: 0) == "root")
        #expect(root.groups().contains(0))
    }

    @Test(arguments: ["no-such-user-here", "", "root\0x"])
    func `finds no user of another name`(name: String) throws {
        #expect(try Account.named(name) == nil)
        #expect(try Account.group(named: name) == nil)
    }

    @Test func `finds no user of an unused number`() throws {
        #expect(try Account.numbered(4_294_967_000) == nil)
        #expect(try Account.group(numbered: 4_294_967_000) == nil)
    }
}

struct PeerProcessTests: ~Copyable {
    private let near: Descriptor

    init() throws {
        var pair = try SocketPair()
        near = pair.take()
    }

    @Test func `looks at the process at the other end`() throws {
        let process = try PeerProcess.find(at: near, connectedAt: KernelClock.bootNanoseconds())
        let (number, runs) = (process.number, process.isRunning)
        #expect(number == ThisProcess.number && runs)
        #expect(try process.path(of: process.executable()) == ThisProcess.executable())
        #expect(try process.executable() == FileIdentity.existing(at: ThisProcess.executable()))
        let groups = try process.controlGroups()
        #expect(String(copying: groups.span).contains("0::"))
    }

    @Test func `knows another connection of the process`() throws {
        var pair = try SocketPair()
        let other = pair.take()
        let process = try PeerProcess.find(at: near, connectedAt: KernelClock.bootNanoseconds())
        guard process.certainty == .handle else { return }
        let (isItself, isAnother) = (
            process.made(other, of: ThisProcess.number), process.made(other, of: ThisProcess.number + 1)
        )
        #expect(isItself && !isAnother)
    }

    @Test func `a process that ended runs beside none`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.appending("socket")
        let listener = try UnixListener(path: path, access: FileAccess(mode: 0o600), backlog: 1)
        let child = try ChildProcess(
            "/usr/bin/curl", arguments: ["--silent", "--unix-socket", path, "http://localhost/"],
            environment: [], inheriting: [])
        try listener.socket.wait(for: Int16(POLLIN), until: soon())
        guard let connection = try listener.socket.accept() else { throw Unexpected() }
        guard let this = try near.peerProcess(), let other = try connection.peerProcess() else { return }
        let besides = (this.runs(besides: other), other.runs(besides: this))
        #expect(besides == (true, true))
        child.send(.kill)
        while child.isRunning {}
        let without = (this.runs(besides: other), other.runs(besides: this))
        #expect(without == (false, false))
    }

    @Test func `a process that its parent has not reaped does not run any more`() throws {
        let child = try ChildProcess("/bin/sleep", arguments: ["60"], environment: [], inheriting: [])
        let directory = try ProcessDirectory(process: child.process)
        let before = try directory.isRunning()
        child.send(.kill)
        while child.isRunning {}
        let after = try directory.isRunning()
        #expect(before && !after)
    }

    @Test func `a process of which only the number is known must be older than its connection`() throws {
        let process = try ProcessDirectory(process: ThisProcess.number)
        let start = try process.start()
        #expect(start > 0 && start < KernelClock.bootNanoseconds())
    }

    @Test(arguments: ["/nowhere/at/all", "/dev/null/x", "/a\u{0}b"])
    func `of a path that leads nowhere there is no file`(path: String) throws {
        #expect(try FileIdentity.existing(at: path) == nil)
    }

    @Test func `knows as which users a process runs`() throws {
        let users = try ProcessDirectory(process: ThisProcess.number).users()
        #expect(users == Array(repeating: ThisProcess.user, count: 4))
        #expect(
            ProcessDirectory.users(in: "Name:\tUid:\t1\nUid:\t5\t6\t7\t8\nGid:\t1\n".utf8Span.span) == [
                5, 6, 7, 8,
            ])
        #expect(ProcessDirectory.users(in: "Name:\ta\n".utf8Span.span) == [])
    }

    @Test(
        arguments: [
            ("1 (a) S " + (4...30).map(String.init).joined(separator: " "), 22),
            ("1 (a) 9 9) S " + (4...30).map(String.init).joined(separator: " "), 22),
            ("1 (a) S 4", nil), ("1 a S 4 5", nil), ("", nil),
        ] as [(String, Int64?)])
    func `finds the start of a process whatever its name is`(line: String, ticks: Int64?) {
        let found = ProcessDirectory.startTicks(in: line.utf8Span.span)
        #expect(found == ticks)
    }
}
