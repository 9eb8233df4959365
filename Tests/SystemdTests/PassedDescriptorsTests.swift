import Bytes
import Glibc
import Kernel
import Systemd
import TestSupport
import Testing

/// Keeps the numbers that systemd uses away from what the test opens.
private func reserveNumbers() {
    while dup(0) < 20 {}
}

/// Puts descriptors where systemd does, from 3 on, and says so in the environment.
private func pass(_ numbers: [Int32], names: String) {
    for (index, number) in numbers.enumerated() { dup2(number, Int32(3 + index)) }
    _ = unsafe setenv("LISTEN_FDS", String(numbers.count), 1)
    _ = unsafe setenv("LISTEN_FDNAMES", names, 1)
    _ = unsafe setenv("LISTEN_PID", String(getpid()), 1)
}

// Each in a process of its own, which ends at once: its third descriptor may have been the test runner's.
struct PassedDescriptorsTests {
    @Test func `gives each by its name, once`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            reserveNumbers()
            let directory = try TemporaryDirectory()
            let access = FileAccess(mode: 0o600)
            let first = try UnixListener(path: directory.appending("a"), access: access, backlog: 1)
            let second = try UnixListener(path: directory.appending("b"), access: access, backlog: 1)
            let file = try MemoryFile.make(named: "token", containing: "secret".utf8Span.span)
            pass([first.socket.number, second.socket.number, file.number], names: "api:admin:token")
            var passed = try PassedDescriptors()
            precondition(passed.names == ["api", "admin", "token"])
            guard let admin = try passed.takeListener(named: "admin") else { ThisProcess.exit(1) }
            let number = admin.number
            precondition(number == 4)
            if try passed.takeListener(named: "admin") != nil { ThisProcess.exit(1) }
            guard let token = passed.take(named: "token") else { ThisProcess.exit(1) }
            let content = try token.contents(atMost: 100)
            precondition(String(copying: content.span) == "secret" && passed.names == ["api"])
            ThisProcess.exit(0)
        }
    }

    @Test func `makes them ours alone, and listeners never wait`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            reserveNumbers()
            let directory = try TemporaryDirectory()
            let listener = try UnixListener(
                path: directory.appending("a"), access: FileAccess(mode: 0o600), backlog: 1)
            _ = fcntl(listener.socket.number, F_SETFL, 0)
            pass([listener.socket.number], names: "api")
            var passed = try PassedDescriptors()
            guard let api = try passed.takeListener(named: "api") else { ThisProcess.exit(1) }
            let flags = fcntl(api.number, F_GETFD)
            precondition(flags & FD_CLOEXEC != 0)
            precondition(ThisProcess.variable("LISTEN_FDS") == nil)
            guard case .wouldBlock = try api.accept() else { ThisProcess.exit(2) }
            ThisProcess.exit(0)
        }
    }

    @Test func `refuses what is no listening Unix socket`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            reserveNumbers()
            let internet = try LoopbackListener(port: 0, backlog: 1)
            let file = try MemoryFile.make(named: "x", containing: "".utf8Span.span)
            var pair = try SocketPair()
            let connected = pair.take()
            pass([internet.socket.number, file.number, connected.number], names: "api:api:api")
            var passed = try PassedDescriptors()
            var refused = 0
            for _ in 0..<3 {
                do { _ = try passed.takeListener(named: "api") } catch { refused += 1 }
            }
            ThisProcess.exit(refused == 3 ? 0 : 1)
        }
    }

    @Test func `closes what nobody takes`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            reserveNumbers()
            var pair = try SocketPair()
            let near = pair.take()
            let far = pair.take()
            pass([far.number], names: "stray")
            _ = consume far
            do { _ = try PassedDescriptors() }
            var buffer = ByteBuffer()
            let result = try near.receive(into: &buffer, atMost: 1)
            ThisProcess.exit(result == .endOfStream ? 0 : 1)
        }
    }

    @Test func `finds nothing where nothing was passed, or not to us`() async {
        await #expect(processExitsWith: .success) {
            let none = try PassedDescriptors()
            precondition(none.names.isEmpty)
            _ = unsafe setenv("LISTEN_FDS", "1", 1)
            _ = unsafe setenv("LISTEN_PID", "1", 1)
            let foreign = try PassedDescriptors()
            precondition(foreign.names.isEmpty)
        }
    }
}
