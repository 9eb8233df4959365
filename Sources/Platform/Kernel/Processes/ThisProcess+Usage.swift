internal import Bytes
internal import Glibc

// What the kernel says of this process.
extension ThisProcess {
    /// Processor time so far, in user and kernel.
    package static var processorNanoseconds: Int64 {
        var usage = rusage()
        let result = unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
        precondition(result == 0, "getrusage fails with wrong arguments only")
        return nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime)
    }

    private static func nanoseconds(_ time: timeval) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_usec) * 1_000
    }

    /// Memory in use; `nil` where `/proc` is hidden.
    package static var residentBytes: Int? {
        guard let fields = try? File.contents(of: "/proc/self/statm", atMost: 4_096) else { return nil }
        let words = String(copying: fields.span).split(separator: " ")
        return words.count > 1 ? Int(words[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
    }

    /// How many descriptors are open; `nil` with kernels before 6.2, where only a walk through all of them would tell.
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
