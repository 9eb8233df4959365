import Bytes
import Glibc
import TestSupport
import Testing

@testable import Kernel

struct UnixListenerTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.appending("api.sock")
    }

    private func listen(mode: UInt32 = 0o600, backlog: Int32 = 16) throws -> UnixListener {
        try UnixListener(path: path, access: FileAccess(mode: mode), backlog: backlog)
    }

    @Test func `accepts a connection and then waits for the next`() throws {
        let listener = try listen()
        let client = try UnixSocket.connect(to: path, waitingUntil: soon())
        guard let server = try listener.socket.accept() else { throw Unexpected() }
        guard try listener.socket.accept() == nil else { throw Unexpected() }
        try client.sendAll("hello".utf8Span.span, waitingUntil: soon())
        var buffer = ByteBuffer()
        #expect(try server.receive(into: &buffer, atMost: 10, waitingUntil: soon()) == .bytes(5))
    }

    @Test func `says whether a client waits to be accepted`() throws {
        let listener = try listen()
        var found = [listener.socket.hasInput()]
        let client = try UnixSocket.connect(to: path, waitingUntil: soon())
        found.append(listener.socket.hasInput())
        guard let server = try listener.socket.accept() else { throw Unexpected() }
        found += [listener.socket.hasInput(), server.hasInput()]
        try client.sendAll("hello".utf8Span.span, waitingUntil: soon())
        found.append(server.hasInput())
        #expect(found == [false, true, false, false, true])
    }

    @Test func `a path that fills its room is known whole, and nothing behind it`() throws {
        let long = path + String(repeating: "x", count: 108 - path.utf8.count)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: long.utf8) }
        let socket = Descriptor(owning: Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        let result = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(socket.number, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(result == 0)
        #expect(try socket.ownName().string == long)
    }

    @Test(arguments: [0o600, 0o660, 0o666, 0o000] as [UInt32])
    func `has exactly the mode asked for`(mode: UInt32) throws {
        let listener = try listen(mode: mode)
        let status = try FileStatus(ofLink: path)
        #expect(status.kind == .socket && status.mode == mode)
        _ = consume listener
    }

    @Test func `is its owner's alone from its first moment, whatever the umask`() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let path = directory.appending("api.sock")
            umask(0)
            try UnixListener.bind(
                Descriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)), path)
            let mode = try FileStatus(ofLink: path).mode
            precondition(mode == 0o600)
        }
    }

    @Test(.enabled(if: ThisProcess.user == 0))
    func `has exactly the owner asked for`() throws {
        let access = FileAccess(mode: 0o660, user: 1, group: 2)
        let listener = try UnixListener(path: path, access: access, backlog: 1)
        #expect(try FileStatus(ofLink: path).matches(access))
        _ = consume listener
    }

    @Test func `never takes the path from a running listener`() throws {
        let living = try listen()
        let error = #expect(throws: SystemError.self) { _ = try self.listen() }
        #expect(error?.code == EADDRINUSE && error?.path == path)
        _ = try UnixSocket.connect(to: path, waitingUntil: soon())
        _ = consume living
    }

    @Test func `never takes the path from a running listener without a lock`() throws {
        let aside = directory.appending("elsewhere.sock")
        let living = try UnixListener(path: aside, access: FileAccess(mode: 0o600), backlog: 1)
        try File.setAside(aside, as: path)
        let error = #expect(throws: SystemError.self) { _ = try self.listen() }
        #expect(error?.code == EADDRINUSE)
        _ = consume living
    }

    @Test func `takes over the path that a dead process left`() throws {
        _ = try listen()
        #expect(try FileStatus.existing(at: path)?.kind == .socket)
        #expect(eventually { (try? UnixSocket.connect(to: path, waitingUntil: soon())) == nil })
        #expect(eventually { (try? listen()) != nil })
    }

    @Test func `removes nothing but sockets`() throws {
        try File.replace(path, with: "precious".utf8Span.span)
        let error = #expect(throws: SystemError.self) { _ = try self.listen() }
        #expect(error?.code == EEXIST)
        #expect(try text(of: path) == "precious")
    }

    @Test func `leaves no socket behind when it is removed`() throws {
        try listen().remove()
        #expect(try File.names(in: directory.path) == ["api.sock.lock"])
    }

    @Test func `refuses a path that does not fit into an address`() throws {
        let long = directory.appending(String(repeating: "x", count: 108))
        let error = #expect(throws: SystemError.self) {
            _ = try UnixListener(path: long, access: FileAccess(mode: 0o600), backlog: 1)
        }
        #expect(error?.code == ENAMETOOLONG)
    }

    @Test func `a full queue makes a client wait and then give up`() throws {
        let listener = try listen(backlog: 0)
        let waiting = try UnixSocket.connect(to: path, waitingUntil: soon())
        let deadline = KernelClock.bootNanoseconds() + 10_000_000
        let error = #expect(throws: SystemError.self) {
            _ = try UnixSocket.connect(to: path, waitingUntil: deadline)
        }
        #expect(error?.code == ETIMEDOUT)
        _ = consume listener
        _ = consume waiting
    }
}

/// A result that the test did not allow for.
struct Unexpected: Error {}
