import Bytes
import Glibc
import Kernel
import Testing

/// The code with which a call fails, 0 when it does not.
private func failure(_ call: () throws(SystemError) -> Void) -> Int32 {
    do throws(SystemError) {
        try call()
        return 0
    } catch {
        return error.code
    }
}

struct ThisProcessTests {
    @Test func `knows its environment`() {
        #expect(ThisProcess.variable("PATH")?.contains("/") == true)
        #expect(ThisProcess.variable("OSSAUTHD_NO_SUCH_VARIABLE") == nil)
    }

    @Test func `forbids dumps`() async {
        await #expect(processExitsWith: .success) {
            try ThisProcess.forbidDumps()
            let status = try File.contents(of: "/proc/self/limits", atMost: 65_536)
            let limits = String(copying: status.span).split(separator: "\n")
            let core = limits.first { $0.hasPrefix("Max core file size") }?.split(separator: " ")
            precondition(core?[4] == "0" && core?[5] == "0")
            // Swift does not import functions with variable arguments; 3 is PR_GET_DUMPABLE.
            typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
            let prctl = unsafe unsafeBitCast(dlsym(nil, "prctl"), to: Control.self)
            let isDumpable = prctl(3, 0, 0, 0, 0)
            precondition(isDumpable == 0)
        }
    }

    @Test func `takes all the descriptors it may have`() async {
        await #expect(processExitsWith: .success) {
            let allowed = try ThisProcess.raiseDescriptorLimit()
            var limit = rlimit()
            _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            precondition(limit.rlim_cur == limit.rlim_max && limit.rlim_cur == allowed)
        }
    }

    @Test func `a closed standard stream is an error and not a bug`() async {
        await #expect(processExitsWith: .success) {
            // As closed as it gets while other threads open files: a stream that is open for reading only.
            dup2(unsafe open("/dev/null", O_RDONLY), 1)
            let code = failure { () throws(SystemError) in try StandardStream.output.write("x".utf8Span.span)
            }
            precondition(code == EPIPE)
        }
    }

    @Test func `a reader that went away is an error and not the end`() async {
        await #expect(processExitsWith: .success) {
            ThisProcess.ignoreBrokenPipes()
            var ends: [Int32] = [0, 0]
            _ = unsafe pipe(&ends)
            dup2(ends[1], 1)
            close(ends[0])
            let code = failure { () throws(SystemError) in try StandardStream.output.write("x".utf8Span.span)
            }
            precondition(code == EPIPE)
        }
    }

    @Test func `reads standard input to its end but not beyond the limit`() async {
        await #expect(processExitsWith: .success) {
            let input = try MemoryFile.make(named: "input", containing: "12345".utf8Span.span)
            lseek(input.number, 0, SEEK_SET)
            dup2(input.number, 0)
            let content = try StandardStream.input.contents(atMost: 5)
            precondition(String(copying: content.span) == "12345")
            lseek(input.number, 0, SEEK_SET)
            let code = failure { () throws(SystemError) in _ = try StandardStream.input.contents(atMost: 4) }
            precondition(code == EFBIG)
        }
    }
}

struct MemoryFileTests {
    @Test func `is read back whole and never changes again`() throws {
        let file = try MemoryFile.make(named: "token", containing: "secret".utf8Span.span)
        let isSealed = file.isSealed
        #expect(isSealed)
        let content = try file.contents(atMost: 6)
        #expect(String(copying: content.span) == "secret")
        #expect(unsafe write(file.number, "x", 1) == -1 && errno == EPERM)
        #expect(ftruncate(file.number, 0) == -1 && errno == EPERM)
    }

    @Test func `a socket is no sealed file`() throws {
        var pair = try SocketPair()
        let isSealed = pair.take().isSealed
        #expect(!isSealed)
    }
}
