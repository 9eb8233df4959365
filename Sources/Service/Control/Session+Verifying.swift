internal import Bytes
internal import CommandLine
internal import Commands
internal import Kernel

extension Session {
    /// Asks nobody: what is signed can be computed without a key.
    func verify(_ wish: VerifyWish) throws(Failure) -> ExitStatus {
        var answer: String?
        if let file = wish.errorFile { answer = try TextFile.contents(of: file, "the answer of OSS") }
        var head = ""
        if let file = wish.requestFile { head = try TextFile.contents(of: file, "the request") }
        let examination = try Examination.of(wish, head, answer, terminal.ink)
        if printsJSON {
            var document = ByteBuffer(capacity: 4_096)
            examination.write(into: &document)
            try printJSON(document.span)
        } else {
            try terminal.print(examination.page)
        }
        return examination.isGood ? .done : .refused
    }
}

extension Examination {
    fileprivate static func of(
        _ wish: VerifyWish, _ head: String, _ answer: String?, _ ink: Ink
    ) throws(Failure) -> Examination {
        try Failure.usage { () throws(UsageError) in
            try Examination(wish, head: head, answer: answer, at: .now, ink)
        }
    }
}

/// A file that people wrote or saved.
private enum TextFile {
    private static let limit = 1_048_576

    static func contents(of path: String, _ name: String) throws(Failure) -> String {
        do throws(SystemError) {
            let bytes =
                path == "-"
                ? try StandardStream.input.contents(atMost: limit)
                : try File.contents(ofPipeOrFile: path, atMost: limit)
            return String(copying: bytes.span)
        } catch {
            throw Failure(.usage, "\(name) cannot be read: \(error)")
        }
    }
}
