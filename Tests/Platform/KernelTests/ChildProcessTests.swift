import Bytes
import Glibc
import Kernel
import TestSupport
import Testing

/// A program whose output goes to a socket.
private struct Command: ~Copyable {
    private let output: Descriptor
    private var child: ChildProcess

    init(
        _ program: String, _ arguments: String..., environment: [String] = [],
        and more: [InheritedDescriptor] = []
    ) throws {
        var pair = try SocketPair()
        let near = pair.take()
        let far = pair.take()
        child = try ChildProcess(
            program, arguments: arguments, environment: environment,
            inheriting: [InheritedDescriptor(far, as: 1)] + more)
        output = near
    }

    mutating func finish() throws -> (output: String, status: Termination) {
        var buffer = ByteBuffer()
        while case .bytes = try output.receive(into: &buffer, atMost: 4_096, waitingUntil: soon()) {}
        return (String(copying: buffer.span), try child.wait())
    }
}

struct ChildProcessTests {
    @Test func `talks to cat over a socket pair`() throws {
        var pair = try SocketPair()
        let near = pair.take()
        let far = pair.take()
        var child = try ChildProcess(
            "/bin/cat", arguments: [], environment: [], inheriting: [.init(far, as: 0), .init(far, as: 1)])
        _ = consume far
        try near.sendAll("hello".utf8Span.span, waitingUntil: soon())
        try near.finishSending()
        var buffer = ByteBuffer()
        while try near.receive(into: &buffer, atMost: 100, waitingUntil: soon()) != .endOfStream {}
        #expect(String(copying: buffer.span) == "hello")
        #expect(try child.wait() == .exited(0))
    }

    @Test func `gets these arguments and no others`() throws {
        var command = try Command("/bin/sh", "-c", #"printf '%s|' "$0" "$@""#, "", "a b", "*")
        let output = try command.finish().output
        #expect(output == "|a b|*|")
    }

    @Test func `gets this environment and nothing more`() throws {
        var command = try Command("/usr/bin/env", environment: ["A=1", "B=x y"])
        let output = try command.finish().output
        #expect(output == "A=1\nB=x y\n")
    }

    @Test func `gets these descriptors and no others`() throws {
        var pair = try SocketPair()
        let socket = pair.take()
        let leaking = try socket.duplicate(atLeast: 40)
        _ = fcntl(leaking.number, F_SETFD, 0)
        var command = try Command("/bin/sh", "-c", "ls /proc/$$/fd", and: [.init(socket, as: 7)])
        let numbers = Set(try command.finish().output.split(separator: "\n").map(String.init))
        #expect(numbers == ["1", "7"])
    }

    @Test func `descriptors may swap their numbers`() throws {
        let first = try MemoryFile.make(named: "first", containing: "1".utf8Span.span)
        let second = try MemoryFile.make(named: "second", containing: "2".utf8Span.span)
        var command = try Command(
            "/bin/cat", "/proc/self/fd/\(first.number)", "/proc/self/fd/\(second.number)",
            and: [.init(first, as: second.number), .init(second, as: first.number)])
        let output = try command.finish().output
        #expect(output == "21")
    }

    @Test(arguments: [0, 1, 255] as [Int32])
    func `the exit status of a child is reported`(status: Int32) throws {
        var command = try Command("/bin/sh", "-c", "exit \(status)")
        #expect(try command.finish().status == .exited(status))
    }

    @Test func `the signal that ended a child is reported`() throws {
        var child = try ChildProcess("/bin/sleep", arguments: ["60"], environment: [], inheriting: [])
        #expect(try child.reap() == nil)
        let ran = child.isRunning
        #expect(ran)
        child.send(.terminate)
        #expect(try child.wait() == .killed(signal: SIGTERM))
        let runs = child.isRunning
        #expect(!runs)
        child.send(.terminate)
    }

    @Test func `starts with no signal blocked or ignored`() throws {
        var blocked = sigset_t()
        unsafe sigemptyset(&blocked)
        unsafe sigaddset(&blocked, SIGTERM)
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)
        defer { unsafe pthread_sigmask(SIG_UNBLOCK, &blocked, nil) }
        var command = try Command("/bin/grep", "-E", "SigBlk|SigIgn", "/proc/self/status")
        let sets = try command.finish().output.split(separator: "\n").map { UInt64($0.suffix(16), radix: 16) }
        // 32 and 33 belong to the threads of glibc, which has its own way with them.
        #expect(sets.map { $0.map { $0 & 0x7FFF_FFFF } } == [0, 0])
    }

    @Test func `is killed when its value ends`() throws {
        var pair = try SocketPair()
        let near = pair.take()
        let far = pair.take()
        let child = try ChildProcess(
            "/bin/sleep", arguments: ["60"], environment: [], inheriting: [.init(far, as: 0)])
        _ = consume far
        _ = consume child
        var buffer = ByteBuffer()
        #expect(try near.receive(into: &buffer, atMost: 1, waitingUntil: soon()) == .endOfStream)
    }

    @Test func `a missing program is an error in the parent, not in the child`() throws {
        let error = #expect(throws: SystemError.self) {
            _ = try ChildProcess("/no/such/program", arguments: [], environment: [], inheriting: [])
        }
        #expect(error?.code == ENOENT && error?.path == "/no/such/program")
    }

    @Test func `a zero byte does not cut an argument short`() throws {
        #expect(throws: SystemError.self) {
            _ = try ChildProcess("/bin/true", arguments: ["a\0b"], environment: [], inheriting: [])
        }
    }
}
