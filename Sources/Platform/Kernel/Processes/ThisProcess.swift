internal import CLinux
internal import Glibc

/// The process that this code runs in.
package enum ThisProcess {
    package static var number: Int32 { getpid() }
    package static var user: UInt32 { geteuid() }

    /// The words behind the name of the program; `nil` is one that is not UTF-8, which no `String` holds unchanged.
    package static var arguments: [String?] {
        (1..<max(1, Int(CommandLine.argc))).map { index in
            unsafe CommandLine.unsafeArgv[index].flatMap { unsafe String(validatingCString: $0) }
        }
    }

    /// A variable of the environment.
    package static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// The file that this program was started from.
    package static func executable() throws(SystemError) -> String {
        var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = retrying {
            unsafe path.withUnsafeMutableBytes { bytes in
                unsafe readlink(
                    "/proc/self/exe", bytes.assumingMemoryBound(to: CChar.self).baseAddress.unsafelyUnwrapped,
                    bytes.count)
            }
        }
        try SystemError.check(Int32(length), "readlink", "/proc/self/exe")
        return String(decoding: path.prefix(length), as: UTF8.self)
    }

    /// A few milliseconds, for those who ask again because nobody tells them; a daemon does so only at its end.
    package static func pause() {
        _ = poll(nil, 0, 5)
    }

    /// Ends at once, without the work that C does at the exit.
    package static func exit(_ status: Int32) -> Never {
        _exit(status)
    }
}

extension ThisProcess {
    /// No core dump, and no look into our memory by other processes of the same user.
    package static func forbidDumps() throws(SystemError) {
        try SystemError.check(linux_forbid_dumps(), "prctl PR_SET_DUMPABLE")
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        let result = retrying { unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) }
        try SystemError.check(result, "setrlimit RLIMIT_CORE")
    }

    /// Takes as many descriptors as the system allows, and says how many that is.
    @discardableResult
    package static func raiseDescriptorLimit() throws(SystemError) -> UInt64 {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        try SystemError.check(retrying { unsafe getrlimit(resource, &limit) }, "getrlimit RLIMIT_NOFILE")
        limit.rlim_cur = limit.rlim_max
        try SystemError.check(retrying { unsafe setrlimit(resource, &limit) }, "setrlimit RLIMIT_NOFILE")
        return UInt64(limit.rlim_cur)
    }

    /// Opens what the caller left closed of the first three descriptors, so that no socket of ours becomes
    /// one of them.
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

    /// Unmaps code and constants, those of libraries too: what is needed again is mapped again out of the kernel's cache,
    /// and what only the start needed is no longer in the way when memory is short.
    package static func forgetCode() {
        linux_forget_code()
    }

    /// A reader that went away shall be an error of the write, not our end.
    package static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }
}
