internal import Bytes
internal import Kernel

/// A file that the command line names; `-` is standard input.
enum InputFile {
    /// The limit of the daemon.
    private static let limit = 1_048_576

    /// `name`: the content, in the words of an error.
    static func contents(of path: String, _ name: String) throws(Failure) -> ByteBuffer {
        try Failure.saying(
            "\(name) cannot be read",
            path == "-"
                ? StandardStream.input.contents(atMost: limit)
                : File.contents(ofPipeOrFile: path, atMost: limit))
    }

    static func text(of path: String?, _ name: String) throws(Failure) -> String? {
        guard let path else { return nil }
        let contents = try contents(of: path, name)
        return String(copying: contents.span)
    }
}
