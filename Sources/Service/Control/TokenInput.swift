internal import Bytes
internal import Commands
internal import Kernel

/// The token that `credentials set` hands to the daemon.
enum TokenInput {
    /// What the daemon takes; a token has a few thousand bytes.
    private static let limit = 1_048_576

    /// Reads all of a file, or of standard input.
    static func read(_ file: String?) throws(Failure) -> ByteBuffer {
        // Best effort: a kernel that refuses this still keeps the token from other users.
        try? ThisProcess.forbidDumps()
        guard file != nil || !StandardStream.input.isTerminal else {
            throw Failure(
                .usage, "standard input is this terminal, which would show the token; use a pipe or --file")
        }
        let token = try contents(of: file)
        guard !token.isEmpty else {
            throw Failure(.usage, "there is no token in \(file ?? "standard input")")
        }
        return token
    }

    private static func contents(of file: String?) throws(Failure) -> ByteBuffer {
        do throws(SystemError) {
            guard let file else { return try StandardStream.input.contents(atMost: limit) }
            return try File.contents(ofPipeOrFile: file, atMost: limit)
        } catch {
            throw Failure(.usage, "the token cannot be read: \(error)")
        }
    }
}
