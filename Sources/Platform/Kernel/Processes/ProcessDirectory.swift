package import Bytes
internal import Glibc

/// What the folder of `/proc` tells of one process.
///
/// Held open it never comes to speak of another one that got the number later: when
/// the process is gone, every reading fails.
package struct ProcessDirectory: ~Copyable, Sendable {
    private let directory: Descriptor

    package init(process: Int32) throws(SystemError) {
        directory = try File.openDirectory("/proc/\(process)")
    }

    /// Where the process stands in the trees of control groups, in the lines of the kernel.
    package func controlGroups() throws(SystemError) -> ByteBuffer {
        try contents(of: "cgroup", atMost: 65_536)
    }

    /// When the process began, in nanoseconds since boot; the kernel tells it in hundredths of a second.
    package func start() throws(SystemError) -> Int64 {
        let text = try contents(of: "stat", atMost: 4_096)
        guard let ticks = ProcessDirectory.startTicks(in: text.span) else {
            throw SystemError(call: "read", code: EPROTO, path: "stat")
        }
        let tick = 1_000_000_000 / Int64(max(1, sysconf(Int32(_SC_CLK_TCK))))
        let (start, overflow) = ticks.multipliedReportingOverflow(by: tick)
        // So the kernel tells a beginning before that of the namespace of time.
        guard !overflow else { throw SystemError(call: "read", code: EOVERFLOW, path: "stat") }
        return start
    }

    /// The file that the process runs.
    package func executable() throws(SystemError) -> FileIdentity {
        try FileIdentity(of: "exe", in: directory.number)
    }

    /// Where that file is, as the process sees it: in a namespace of its own it can give a file any name.
    package func executablePath() throws(SystemError) -> String {
        let number = directory.number
        var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe path.withUnsafeMutableBytes { room in
            let text = unsafe room.assumingMemoryBound(to: CChar.self).baseAddress.unsafelyUnwrapped
            return retrying { unsafe readlinkat(number, "exe", text, room.count) }
        }
        try SystemError.check(Int32(length), "readlink", "exe")
        return String(decoding: path.prefix(length), as: UTF8.self)
    }

    /// As which users it runs: the real, the effective, the saved, and that of its files.
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
        let number = directory.number
        let file = retrying { unsafe openat(number, name, O_RDONLY | O_CLOEXEC) }
        return try Descriptor(owning: try SystemError.check(file, "open", name)).contents(atMost: limit)
    }

    /// The 22nd field.
    ///
    /// The second is the name of the program in parentheses, in which anything may stand.
    package static func startTicks(in text: Span<UInt8>) -> Int64? {
        var position = text.count
        while position > 0, text[position - 1] != UInt8(ascii: ")") { position -= 1 }
        guard position > 0 else { return nil }
        let fields = String(copying: text.extracting(droppingFirst: position)).split(separator: " ")
        return fields.count > 19 ? Int64(fields[19]) : nil
    }
}
