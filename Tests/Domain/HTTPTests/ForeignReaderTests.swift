import Bytes
import Glibc
import HTTP
import TestSupport
import Testing

/// Our answers as a reader that is not ours understands them.
struct ForeignReaderTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.appending("answers") }

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Python's http.client reads two answers from one file, as it would from one connection.
    private static let reader = """
        import http.client, io, sys
        class Connection:
            def __init__(self, file): self.file = file
            def makefile(self, mode): return self.file
        file = io.BufferedReader(io.FileIO(sys.argv[1]))
        file.close_for_real, file.close = file.close, lambda: None
        for _ in range(2):
            answer = http.client.HTTPResponse(Connection(file), method="POST")
            answer.begin()
            print(answer.status, answer.reason, answer.getheader("Content-Type"), answer.length, answer.will_close, end=" ")
            print(answer.read().decode())
        """

    @Test func `Python's http client understands the responses`() throws {
        var output = ByteBuffer()
        var fields = ResponseFields(.ok, contentType: "application/json", keepAlive: true)
        for body in ["{\"a\":1}", ""] {
            let mark = ResponseWriter.begin(fields, into: &output)
            output.append(body)
            ResponseWriter.finish(mark, into: &output)
            fields = ResponseFields(.serviceUnavailable, contentType: "text/plain", keepAlive: false)
        }
        try #require(write(output.bytes))
        let expected =
            "200 OK application/json 8 False {\"a\":1}\n\n503 Service Unavailable text/plain 0 True \n"
        #expect(run("python3 -c '\(Self.reader)' \(path)") == expected)
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        let file = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
        defer { close(file) }
        return unsafe Glibc.write(file, bytes, bytes.count) == bytes.count
    }

    private func run(_ command: String) -> String? {
        guard let pipe = unsafe popen(command, "r") else { return nil }
        var output = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe fread(&output, 1, output.count, pipe)
        return unsafe pclose(pipe) == 0 ? String(decoding: output[..<count], as: UTF8.self) : nil
    }
}
