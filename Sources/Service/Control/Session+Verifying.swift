internal import Bytes
internal import CommandLine
internal import Commands
internal import Kernel
internal import Time

extension Session {
    /// Asks nobody: what is signed can be computed without a key.
    func verify(_ wish: VerifyWish) throws(Failure) -> ExitStatus {
        var answer: String?
        if let file = wish.errorFile { answer = try TextFile.contents(of: file) }
        var head = ""
        if let file = wish.requestFile { head = try TextFile.contents(of: file) }
        let examination = try Examination.of(wish, head, answer, terminal.ink)
        try terminal.print(examination.page)
        return examination.isGood ? .done : .refused
    }
}

extension Examination {
    fileprivate static func of(
        _ wish: VerifyWish, _ head: String, _ answer: String?, _ ink: Ink
    ) throws(Failure) -> Examination {
        let now = Timestamp(secondsSince1970: KernelClock.wallSeconds())
        return try Failure.usage { () throws(UsageError) in
            try Examination(wish, head: head, answer: answer, at: now, ink)
        }
    }
}

/// A file that people wrote or saved.
private enum TextFile {
    static func contents(of path: String) throws(Failure) -> String {
        let bytes = try self.bytes(of: path)
        return String(copying: bytes.span)
    }

    private static func bytes(of path: String) throws(Failure) -> ByteBuffer {
        do throws(SystemError) {
            return try File.contents(of: path, atMost: 1_048_576)
        } catch {
            throw Failure(.usage, "'\(path)' cannot be read: \(error)")
        }
    }
}
