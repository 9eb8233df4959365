internal import Bytes
internal import Exchange
internal import Kernel
internal import Text

extension SecretFile {
    /// The largest token that servers accept in a header.
    private static let headerLimit = 8_192

    /// Lends the secret to `body`, without the line end that editors add.
    func withSecret<Result: ~Copyable>(
        atMost limit: Int = headerLimit, _ body: (Span<UInt8>) throws(ExchangeFailure) -> Result
    ) throws(ExchangeFailure) -> Result {
        let content = try contents(atMost: limit)
        var end = content.count
        if end > 0, content[end - 1] == UInt8(ascii: "\n") { end -= 1 }
        if end > 0, content[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        guard end > 0 else { throw ExchangeFailure(.secretFile, "\(path) is empty") }
        guard !content[0..<end].containsControl else {
            throw ExchangeFailure(.secretFile, "\(path) has a control character or more than one line")
        }
        return try body(content[0..<end])
    }

    /// The path of the file; without a credentials directory it is a path that does not exist.
    var resolvedPath: String {
        (isCredential ? ThisProcess.variable("CREDENTIALS_DIRECTORY").map { "\($0)/" } ?? "/" : "") + path
    }

    func contents(atMost limit: Int) throws(ExchangeFailure) -> ByteBuffer {
        try mapping(File.contents(of: resolvedPath, atMost: limit)) { (error: SystemError) in
            ExchangeFailure(
                .secretFile,
                isCredential && error.cause == .missing
                    ? "credential \(path): the fetch helper did not get it" : error.description)
        }
    }
}
