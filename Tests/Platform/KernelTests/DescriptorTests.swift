import Bytes
import Glibc
import Kernel
import TestSupport
import Testing

struct DescriptorTests {
    @Test func `is closed when its value ends, so that the peer sees the end`() throws {
        var pair = try SocketPair()
        let near = pair.take()
        let far = pair.take()
        var buffer = ByteBuffer()
        #expect(try near.receive(into: &buffer, atMost: 1) == .wouldBlock)
        _ = consume far
        #expect(try near.receive(into: &buffer, atMost: 1, waitingUntil: soon()) == .endOfStream)
    }

    @Test func `a released number stays open for its new owner`() throws {
        var pair = try SocketPair()
        let near = pair.take()
        let number = pair.take().release()
        var buffer = ByteBuffer()
        #expect(try near.receive(into: &buffer, atMost: 1) == .wouldBlock)
        _ = Descriptor(owning: number)
        #expect(try near.receive(into: &buffer, atMost: 1, waitingUntil: soon()) == .endOfStream)
    }

    @Test func `every descriptor is closed in programs that are started`() throws {
        let directory = try TemporaryFile()
        var pair = try SocketPair()
        let listener = try LoopbackListener(port: 0, backlog: 1)
        let socket = pair.take()
        let memory = try MemoryFile.make(named: "m", containing: "".utf8Span.span)
        let copy = try socket.duplicate()
        let file = try File.open(directory.path)
        for number in [socket.number, listener.socket.number, memory.number, copy.number, file.number] {
            #expect(fcntl(number, F_GETFD) & FD_CLOEXEC == FD_CLOEXEC)
        }
    }
}

struct SystemErrorTests {
    @Test(arguments: [
        (ENOENT, SystemError.Cause.missing), (ENOTDIR, .missing), (ECONNREFUSED, .refused),
        (EACCES, .forbidden),
        (EPERM, .forbidden), (ETIMEDOUT, .timedOut), (EFBIG, .tooLarge), (EIO, .other),
    ])
    func `knows the causes that callers handle`(code: Int32, cause: SystemError.Cause) {
        #expect(SystemError(call: "open", code: code).cause == cause)
    }

    @Test func `describes the call, its path and the reason`() {
        let error = SystemError(call: "open", code: EACCES, path: "/etc/x")
        #expect(error.description == "open /etc/x: permission denied")
        #expect(SystemError(call: "open", code: EACCES).description == "open: permission denied")
    }

    @Test(arguments: [EBADF, EFAULT])
    func `a wrong descriptor or address ends the process`(code: Int32) async {
        await #expect(processExitsWith: .failure) { [code] in
            _ = SystemError(call: "read", code: code)
        }
    }

    @Test func `returns a result that is no error`() throws {
        #expect(try SystemError.check(3, "open") == 3)
        let error = #expect(throws: SystemError.self) { try SystemError.check(-ENOENT, "open", "/x") }
        #expect(error?.code == ENOENT)
    }
}
