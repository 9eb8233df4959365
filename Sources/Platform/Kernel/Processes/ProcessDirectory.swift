package import Bytes
internal import Glibc

/// The folder of one process in `/proc`.
///
/// Because it is held open it never refers to another process that got the number later: when the process is
/// gone, every read fails.
package struct ProcessDirectory: ~Copyable, Sendable {
    private let directory: Descriptor

    package init(process: Int32) throws(SystemError) {
        directory = try File.openDirectory("/proc/\(process)")
    }

    /// Returns the control groups of the process, as the kernel lists them.
    package func controlGroups() throws(SystemError) -> ByteBuffer {
        try contents(of: "cgroup", atMost: 65_536)
    }

    /// Whether the process has not ended; one that its parent has not reaped yet has.
    ///
    /// Throws if the process has ended and is gone, or if it cannot be read.
    package func isRunning() throws(SystemError) -> Bool {
        let text = try contents(of: "stat", atMost: 4_096)
        let state = ProcessDirectory.fields(of: text.span).first
        return state != "Z" && state != "X"
    }

    /// Returns when the process began, in nanoseconds since boot, with the kernel's precision of 1/100 s.
    package func start() throws(SystemError) -> Int64 {
        let text = try contents(of: "stat", atMost: 4_096)
        guard let ticks = ProcessDirectory.startTicks(in: text.span) else {
            throw SystemError(call: "read", code: EPROTO, path: "stat")
        }
        let tick = 1_000_000_000 / Int64(max(1, sysconf(Int32(_SC_CLK_TCK))))
        let (start, overflow) = ticks.multipliedReportingOverflow(by: tick)
        // The kernel reports a start before the time namespace began as a huge number.
        guard !overflow else { throw SystemError(call: "read", code: EOVERFLOW, path: "stat") }
        return start
    }

    /// The file that the process runs.
    package func executable() throws(SystemError) -> FileIdentity {
        try FileIdentity(of: "exe", in: directory.number)
    }

    /// Returns the path of that file as the process sees it; in its own mount namespace it may have any name.
    package func executablePath() throws(SystemError) -> String {
        try File.target(ofLink: "exe", in: directory.number)
    }

    /// Returns the real, effective, saved and file system user of the process.
    package func users() throws(SystemError) -> [UInt32] {
        let text = try contents(of: "status", atMost: 65_536)
        return ProcessDirectory.users(in: text.span)
    }

    package static func users(in text: Span<UInt8>) -> [UInt32] {
        for line in String(copying: text).split(separator: "\n") where line.hasPrefix("Uid:") {
            return line.dropFirst(4).split(separator: "\t").compactMap { UInt32($0) }
        }
        return []
    }

    private func contents(of name: String, atMost limit: Int) throws(SystemError) -> ByteBuffer {
        try Descriptor(opening: name, in: directory, O_RDONLY, as: name).contents(atMost: limit)
    }

    /// Returns the 22nd field.
    package static func startTicks(in text: Span<UInt8>) -> Int64? {
        let fields = fields(of: text)
        return fields.count > 19 ? Int64(fields[19]) : nil
    }

    /// The fields of `stat` from the third on.
    ///
    /// The second field is the program's name in parentheses, which may contain anything.
    private static func fields(of text: Span<UInt8>) -> [Substring] {
        var position = text.count
        while position > 0, text[position - 1] != UInt8(ascii: ")") { position -= 1 }
        guard position > 0 else { return [] }
        return String(copying: text.extracting(droppingFirst: position)).split(separator: " ")
    }
}
