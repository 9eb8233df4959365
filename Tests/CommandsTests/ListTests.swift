import Bytes
import CommandLine
import Commands
import Layout
import TestSupport
import Testing

/// Lists of locations: reading them, asking for them, and writing what came of it.
struct ListTests {
    private func keys(of text: String, inPiecesOf size: Int) throws -> [String] {
        var reader = LocationReader()
        var rest = Array(text.utf8)[...]
        var keys: [String] = []
        while true {
            let piece = String(decoding: rest.prefix(size), as: UTF8.self)
            rest = rest.dropFirst(size)
            let count = reader.fill { bytes in
                bytes.append(piece)
                return piece.utf8.count
            }
            while let location = try reader.next(isLast: count == 0) { keys.append(location.key ?? "") }
            if count == 0 { return keys }
        }
    }

    @Test(arguments: [1, 2, 7, 1_000])
    func `reads a location from each line, however they come`(size: Int) throws {
        let text = "oss://b/1\n\noss://b/a b\r\noss://b/c\n\n\noss://b/last"
        #expect(try keys(of: text, inPiecesOf: size) == ["1", "a b", "c", "last"])
    }

    @Test(arguments: [
        (
            "oss://b/1\n\nhttp://x\n",
            "line 3 of standard input: 'http://x' is no OSS-URL; write it as oss://BUCKET/KEY"
        ),
        (
            "oss://b/\(String(repeating: "k", count: 5_000))",
            "line 1 of standard input: it is longer than any OSS-URL"
        ),
    ])
    func `says which line is wrong`(text: String, sentence: String) {
        #expect(throws: UsageError(sentence)) { try keys(of: text, inPiecesOf: 1_000) }
    }

    @Test func `refuses a name that is not UTF-8`() throws {
        var reader = LocationReader()
        _ = reader.fill { bytes in
            bytes.append("oss://b/")
            bytes.append(0xFF)
            bytes.append("\n")
            return 10
        }
        #expect(throws: UsageError("line 1 of standard input: it is not UTF-8, but names in OSS are")) {
            try reader.next(isLast: false)
        }
    }

    @Test(arguments: [["presign", "-", "oss://b/k"], ["presign", "oss://b/k", "-"]])
    func `a list does not stand beside other locations`(words: [String]) {
        #expect(throws: UsageError.self) { try action(words) }
    }
}

/// What is written for each location.
struct SignedRowsTests {
    private static let locations = ["oss://b/1", "oss://c/日,\"x\"", "oss://b/\u{1B}[2J"]

    private func rows(as format: OutputFormat, isForTerminal: Bool = false) throws -> String {
        var window = PresignWindow(try Self.locations.map { try ObjectLocation($0) })
        let end = #""expiration":"2023-12-16T17:20:57Z","limitedBy":"credential"}"#
        _ = try window.take(#"{"urls":["https://b/1","https://b/2"],\#(end)"#.utf8Span.span)
        #expect(!window.isComplete)
        _ = try window.take(#"{"url":"https://c/","expiration":"x","limitedBy":"request"}"#.utf8Span.span)
        let rows = SignedRows(as: format, isForTerminal: isForTerminal)
        var output = ByteBuffer()
        rows.writeHeading(into: &output)
        window.write(as: rows, into: &output)
        return output.string
    }

    @Test func `as text, in the order of the list`() throws {
        #expect(try rows(as: .text) == "https://b/1\nhttps://c/\nhttps://b/2\n")
    }

    @Test func `as JSON, an object a line`() throws {
        let end = #""expiration":"2023-12-16T17:20:57Z","limitedBy":"credential"}"#
        #expect(
            try rows(as: .json) == #"""
                {"bucket":"b","key":"1","url":"https://b/1",\#(end)
                {"bucket":"c","key":"日,\"x\"","url":"https://c/","expiration":"x","limitedBy":"request"}
                {"bucket":"b","key":"\u001b[2J","url":"https://b/2",\#(end)

                """#)
    }

    /// RFC 4180, 2.5 to 2.7.
    @Test func `as CSV, with quotes where they are needed`() throws {
        #expect(
            try rows(as: .csv) == """
                bucket,key,url,expiration,limitedBy
                b,1,https://b/1,2023-12-16T17:20:57Z,credential
                c,"日,""x""\",https://c/,x,request
                b,"\u{1B}[2J",https://b/2,2023-12-16T17:20:57Z,credential

                """)
    }

    @Test func `a terminal obeys nothing of it`() throws {
        #expect(try rows(as: .csv, isForTerminal: true).contains(#"b,\u{1b}[2J,https"#))
    }
}

struct ProgressTests {
    @Test(arguments: [
        (Optional(0.5), "███████████████░░░░░░░░░░░░░░░   50 %  500,000 URLs  50.0k/s  10s left"),
        (nil, "  500,000 URLs  50.0k/s  10s"),
        (1, "██████████████████████████████  100 %  500,000 URLs  50.0k/s  0s left"),
    ])
    func `says how far it is, how fast, and how long it will take`(share: Double?, text: String) {
        var progress = Progress()
        progress.update(done: 500_000, share: share)
        let line = progress.line(after: .seconds(10), .unicode, columns: 80)
        #expect(line.text(Ink(isColoured: false)) == text)
    }

    @Test(arguments: [10, 20, 40, 60])
    func `fits a narrow terminal`(columns: Int) {
        var progress = Progress()
        progress.update(done: 1_000_000, share: 0.3)
        #expect(progress.line(after: .seconds(1), .unicode, columns: columns).columns <= columns)
    }
}
