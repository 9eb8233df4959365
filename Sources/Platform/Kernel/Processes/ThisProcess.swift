internal import Bytes
internal import CLinux
internal import Glibc

/// The process that this code runs in.
package enum ThisProcess {
    package static var number: Int32 { getpid() }
    package static var user: UInt32 { geteuid() }
    package static var group: UInt32 { getegid() }

    /// The arguments without the program's name; `nil` stands for one that is not UTF-8.
    package static var arguments: [String?] {
        (1..<max(1, Int(CommandLine.argc))).map { index in
            unsafe CommandLine.unsafeArgv[index].flatMap { unsafe String(validatingCString: $0) }
        }
    }

    package static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// The commit that the program was built from; empty in a development build.
    package static let commit: String = {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 41) { name in
            unsafe linux_commit(name.baseAddress, Int32(name.count))
            return unsafe name.baseAddress.map { unsafe String(cString: $0) } ?? ""
        }
    }()

    /// The file that this program was started from.
    package static func executable() throws(SystemError) -> String {
        try File.target(ofLink: "/proc/self/exe")
    }

    /// Another program of the package: next to this one in a build, and in `libexec` when installed.
    package static func neighbour(_ name: String) throws(SystemError) -> String {
        let directory = try executable().split(separator: "/").dropLast().map { "/\($0)" }.joined()
        let installed = "\(directory)/../libexec/ossauthd/\(name)"
        return try FileStatus.existing(at: installed) == nil ? "\(directory)/\(name)" : installed
    }

    /// Sleeps a few milliseconds, for code that must poll; a daemon does so only at its end.
    package static func pause() {
        _ = poll(nil, 0, 5)
    }

    /// Sleeps, for client programs that poll.
    package static func pause(nanoseconds: Int64) {
        _ = poll(nil, 0, Int32(clamping: nanoseconds / 1_000_000))
    }
}

// The end of the process.
extension ThisProcess {
    /// Exits at once, without the exit handlers of C.
    package static func exit(_ status: Int32) -> Never {
        _exit(status)
    }

    /// Ends the process by this signal, so that its parent sees the cause.
    package static func end(by signal: Signal) -> Never {
        _ = Glibc.signal(signal.number, SIG_DFL)
        var set = sigset_t()
        _ = unsafe sigfillset(&set)
        _ = unsafe sigprocmask(SIG_UNBLOCK, &set, nil)
        _ = raise(signal.number)
        _exit(128 + signal.number)
    }

    /// Ends the process after this time, whatever it waits for then; a later call replaces an earlier one.
    package static func endAfter(seconds: UInt32) {
        _ = signal(SIGALRM, SIG_DFL)
        _ = alarm(seconds)
    }

    /// Stops the process until SIGCONT, as a shell does for Control-Z.
    package static func stop() {
        _ = raise(SIGSTOP)
    }
}

// Limits and protection, set at the start.
extension ThisProcess {
    /// Prepares a service, before it opens anything or holds keys and the data of users.
    package static func prepareService() throws(SystemError) {
        try fillStandardStreams()
        try forbidDumps()
        try raiseDescriptorLimit()
        ignoreBrokenPipes()
    }

    /// Forbids core dumps, and access to our memory by other processes of the same user.
    package static func forbidDumps() throws(SystemError) {
        try SystemError.check(linux_forbid_dumps(), "prctl PR_SET_DUMPABLE")
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        let result = retrying { unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) }
        try SystemError.check(result, "setrlimit RLIMIT_CORE")
    }

    /// Raises the limit of descriptors to its maximum and returns it.
    @discardableResult
    package static func raiseDescriptorLimit() throws(SystemError) -> UInt64 {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        try SystemError.check(retrying { unsafe getrlimit(resource, &limit) }, "getrlimit RLIMIT_NOFILE")
        limit.rlim_cur = limit.rlim_max
        try SystemError.check(retrying { unsafe setrlimit(resource, &limit) }, "setrlimit RLIMIT_NOFILE")
        return UInt64(limit.rlim_cur)
    }

    /// Opens those of the first three descriptors that are closed, so that no socket of ours gets their
    /// number.
    package static func fillStandardStreams() throws(SystemError) {
        while true {
            let number = try SystemError.check(
                retrying { unsafe Glibc.open("/dev/null", O_RDWR) }, "open", "/dev/null")
            guard number <= 2 else {
                close(number)
                return
            }
        }
    }

    /// Makes a write to a closed pipe an error instead of the end of the process.
    package static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }
}

// Use of resources.
extension ThisProcess {
    /// By itself the heap gives back only what is at its end.
    package static func returnFreedMemory() {
        malloc_trim(0)
    }

    /// The user and system time used so far.
    package static var processorNanoseconds: Int64 {
        var usage = rusage()
        let result = unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
        precondition(result == 0, "getrusage fails with wrong arguments only")
        return nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime)
    }

    private static func nanoseconds(_ time: timeval) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_usec) * 1_000
    }

    /// The memory in use; `nil` if `/proc` is hidden.
    package static var residentBytes: Int? {
        guard let fields = try? File.contents(of: "/proc/self/statm", atMost: 4_096) else { return nil }
        let words = String(copying: fields.span).split(separator: " ")
        return words.count > 1 ? Int(words[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
    }

    /// The number of open descriptors; `nil` on kernels before 6.2, where counting means listing them all.
    package static var openDescriptors: Int? {
        guard let status = try? FileStatus(ofLink: "/proc/self/fd"), status.size > 0 else { return nil }
        return status.size
    }

    package static var descriptorLimit: Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        let result = unsafe getrlimit(resource, &limit)
        precondition(result == 0, "getrlimit fails with wrong arguments only")
        return Int(clamping: limit.rlim_cur)
    }
}

// Becoming another user or program.
extension ThisProcess {
    /// Switches to another user and its groups for good; does nothing if the process already runs as that
    /// user.
    package static func become(_ account: Account) throws(SystemError) {
        guard getuid() != account.user || geteuid() != account.user else { return }
        let groups = account.groups()
        let result = retrying { unsafe setgroups(groups.count, groups) }
        try SystemError.check(result, "setgroups", account.name)
        try SystemError.check(retrying { setgid(account.group) }, "setgid", account.name)
        try SystemError.check(retrying { setuid(account.user) }, "setuid", account.name)
        precondition(setuid(0) != 0 || account.user == 0, "the way back is open")
    }

    /// Sets a variable for the program that replaces this one.
    package static func setVariable(_ name: String, _ value: Span<UInt8>) {
        var text = ByteBuffer(copying: value)
        text.append(0 as UInt8)
        let result = unsafe text.span.withUnsafeBufferPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe characters.baseAddress.map { unsafe setenv(name, $0, 1) }
            }
        }
        // Other than lack of memory, only an invalid name makes this fail.
        precondition(result == 0, "a variable has a name")
    }

    package static func removeVariable(_ name: String) {
        precondition(unsafe unsetenv(name) == 0, "a variable has a name")
    }

    /// All variables, as `NAME=value`.
    package static var variables: [String] {
        var variables: [String] = []
        var next = unsafe environ
        while let text = unsafe next.pointee {
            variables.append(unsafe String(cString: text))
            unsafe next += 1
        }
        return variables
    }

    /// Replaces this program with another, found in `PATH` as a shell does; returns only on failure.
    package static func become(_ words: [String]) -> SystemError {
        guard let program = words.first, let list = CStringArray(words) else {
            return SystemError(call: "execvp", code: EINVAL)
        }
        let code = unsafe list.withPointers { arguments in
            unsafe execvp(program, arguments)
            return errno
        }
        return SystemError(call: "execvp", code: code, path: program)
    }
}
