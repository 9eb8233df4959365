internal import Bytes
internal import Exchange
internal import Kernel
internal import Text

extension SecretFile {
    /// A token of the largest kind that servers take in a header.
    private static let limit = 8_192

    /// Lends the secret to `body`, without the end of line that editors add, and wipes it.
    func withSecret<Result: ~Copyable>(
        _ body: (Span<UInt8>) throws(ExchangeFailure) -> Result
    ) throws(ExchangeFailure) -> Result {
        var content = try contents()
        defer { content.wipe() }
        var end = content.count
        if end > 0, content[end - 1] == UInt8(ascii: "\n") { end -= 1 }
        if end > 0, content[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        guard end > 0 else { throw ExchangeFailure(.secretFile, "\(path) is empty") }
        guard !content[0..<end].containsControl else {
            throw ExchangeFailure(.secretFile, "\(path) has a control character or more than one line")
        }
        return try body(content[0..<end])
    }

    private func contents() throws(ExchangeFailure) -> ByteBuffer {
        let place = try place()
        do throws(SystemError) {
            return try File.contents(of: place, atMost: SecretFile.limit)
        } catch {
            throw isCredential && error.cause == .missing
                ? notHandedOver : ExchangeFailure(.secretFile, error.description)
        }
    }

    /// The file itself, wherever systemd put it.
    func place() throws(ExchangeFailure) -> String {
        guard isCredential else { return path }
        guard let directory = ThisProcess.variable("CREDENTIALS_DIRECTORY") else { throw notHandedOver }
        return "\(directory)/\(path)"
    }

    private var notHandedOver: ExchangeFailure {
        ExchangeFailure(.secretFile, "credential \(path): nobody handed it to the fetch helper")
    }
}
