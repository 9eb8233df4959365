import Bytes
import CommandLine
import JSON
import OSSAuthClient
import TestSupport
import Testing

@testable import Control

/// Lists of locations: reading them, asking for them, and writing what came of it.
struct ListTests {
    private func keys(of text: String, inPiecesOf size: Int, _ form: LocationForm = LocationForm()) throws
        -> [String]
    {
        var reader = LocationReader(form)
        var rest = Array(text.utf8)[...]
        var keys: [String] = []
        while true {
            let piece = String(decoding: rest.prefix(size), as: UTF8.self)
            rest = rest.dropFirst(size)
            let count = reader.fill { bytes in
                bytes.append(piece)
                return piece.utf8.count
            }
            while let location = try reader.next(isLast: count == 0) {
                #expect(location.line == reader.lineNumber)
                keys.append(location.key ?? "")
            }
            if count == 0 { return keys }
        }
    }

    @Test(arguments: [1, 2, 7, 1_000])
    func `a location is read from each line, however the lines are split`(size: Int) throws {
        let text = "oss://b/1\n\noss://b/a b\r\noss://b/c\n\n\noss://b/last"
        #expect(try keys(of: text, inPiecesOf: size) == ["1", "a b", "c", "last"])
    }

    @Test(arguments: [
        (
            "oss://b/1\n\nhttp://x\n",
            "line 3 of standard input: 'http://x' is not an OSS-URL; write it as oss://BUCKET/KEY, or name the bucket of a key with --bucket"
        ),
        (
            "photo.jpg",
            "line 1 of standard input: 'photo.jpg' is not an OSS-URL; write it as oss://BUCKET/KEY, or name the bucket of a key with --bucket"
        ),
        (
            "oss://b/\(String(repeating: "k", count: 5_000))",
            "line 1 of standard input: it is longer than any OSS-URL"
        ),
    ])
    func `says which line is wrong`(text: String, sentence: String) {
        #expect(throws: UsageError(sentence)) { try keys(of: text, inPiecesOf: 1_000) }
    }

    /// As spreadsheets write it.
    @Test(arguments: [3, 1_000])
    func `swallows a byte order mark before the first line`(size: Int) throws {
        #expect(try keys(of: "\u{FEFF}oss://b/1\r\noss://b/2\r\n", inPiecesOf: size) == ["1", "2"])
        #expect(throws: UsageError.self) { try keys(of: "oss://b/1\n\u{FEFF}oss://b/2\n", inPiecesOf: size) }
    }

    @Test(arguments: [
        ("oss://", "'oss://' has no key, so the URL would list all buckets; add --list if it is to do that"),
        ("oss://b", "'oss://b' has no key, so the URL would list the bucket; add --list if it is to do that"),
        (
            "oss://b/",
            "'oss://b/' has no key, so the URL would list the bucket; add --list if it is to do that"
        ),
    ])
    func `signs no listing unless it is asked for`(word: String, sentence: String) throws {
        #expect(throws: UsageError(sentence)) { try command(["presign", word]) }
        #expect(throws: UsageError("line 2 of standard input: \(sentence)")) {
            try keys(of: "oss://b/1\n\(word)\n", inPiecesOf: 9)
        }
        #expect(try requests(["presign", "--list", word]).count == 1)
    }

    @Test func `takes keys of a bucket`() throws {
        #expect(
            try requests(["presign", "--bucket", "b", "photo.jpg", "a/list.txt"]).map(body) == [
                #"{"method":"GET","bucket":"b","keys":["photo.jpg","a/list.txt"]}"#
            ])
        let presign = try command(["presign", "--bucket", "b", "-"], as: PresignCommand.self)
        #expect(try keys(of: "1\n2\n", inPiecesOf: 9, try #require(presign.list.form)) == ["1", "2"])
    }

    @Test(arguments: [
        (["--bucket", "b", "oss://c/k"], "'oss://c/k' names its bucket itself; leave out --bucket"),
        (["--bucket", "b", ""], "a key is empty"), (["--bucket", "", "k"], "--bucket is empty"),
        (["--null", "oss://b/1"], "--null is for a list on standard input, '-'"),
        (["--keep-going", "oss://b/1"], "--keep-going is for a list on standard input, '-'"),
        (
            ["s3://b/k"],
            "'s3://b/k' is not an OSS-URL; write oss://b/k, name the bucket of a key with --bucket, "
                + "and read a list in a file with 'presign - < FILE'"
        ),
        (
            ["list.txt"],
            "'list.txt' is not an OSS-URL; write it as oss://BUCKET/KEY, name the bucket of a key with --bucket, "
                + "and read a list in a file with 'presign - < FILE'"
        ),
    ])
    func `says how a location is written`(words: [String], sentence: String) {
        #expect(throws: UsageError(sentence)) { try command(["presign"] + words) }
    }

    @Test(arguments: [1, 7, 1_000])
    func `reads a list that find -print0 writes`(size: Int) throws {
        let form = LocationForm(bucket: "b", endsInNUL: true)
        #expect(try keys(of: "1\0a b\nc\r\0\0last", inPiecesOf: size, form) == ["1", "a b\nc\r", "last"])
        #expect(
            throws: UsageError(
                "line 2 of standard input: it has a NUL; for a list of 'find -print0' add --null")
        ) {
            try keys(of: "oss://b/1\noss://b/2\0oss://b/3\0", inPiecesOf: size)
        }
    }

    /// As `--keep-going` reads them.
    @Test(arguments: [1, 100, 10_000])
    func `goes on behind a line that cannot be read`(size: Int) throws {
        let tooLong = "oss://b/" + String(repeating: "k", count: 9_000)
        let text = "oss://b/1\nhttp://x\n\(tooLong)\noss://b/2\nphoto.jpg\n\(tooLong)"
        var reader = LocationReader()
        var rest = Array(text.utf8)[...]
        var found: [String] = []
        while true {
            let piece = String(decoding: rest.prefix(size), as: UTF8.self)
            rest = rest.dropFirst(size)
            let count = reader.fill { bytes in
                bytes.append(piece)
                return piece.utf8.count
            }
            while true {
                do throws(UsageError) {
                    guard let location = try reader.next(isLast: count == 0) else { break }
                    found.append(location.key ?? "")
                } catch {
                    found.append("line \(reader.lineNumber)")
                }
            }
            if count == 0 { break }
        }
        #expect(found == ["1", "line 2", "line 3", "2", "line 5", "line 6"])
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
        #expect(throws: UsageError.self) { try command(words) }
    }
}

/// The output for each location.
struct SignedRowsTests {
    private func part(_ words: [String]) throws -> PresignPart {
        try part(words.map(ObjectLocation.init))
    }

    private func part(_ locations: [ObjectLocation]) -> PresignPart {
        var part = PresignPart(locations: [locations[0]])
        for next in locations.dropFirst() {
            let isTaken = part.add(next)
            #expect(isTaken)
        }
        return part
    }

    private func rows(asJSON isJSON: Bool, of list: LocationForm? = nil) throws -> String {
        let end = #""expiration":"2023-12-16T17:20:57Z","limitedBy":"credential"}"#
        let start =
            #""profile":"p","generation":7,"version":"v4","method":"PUT","headers":{"content-type":"a/b"}"#
        let keys = #"{\#(start),"urls":["https://b/1","https://b/2"],"credentialExpiration":null,\#(end)"#
        let rows = SignedRows(isJSON: isJSON, list: list)
        var output = ByteBuffer()
        rows.write(
            try part(["oss://b/1", "oss://b/\u{1B}[2J"]).locations,
            try SignedAnswer(keys.utf8Span.span, count: 2), into: &output)
        let single = #"{"url":"https://c/","expiration":"x","limitedBy":"request"}"#
        rows.write(
            try part(["oss://c/日,\"x\""]).locations,
            try SignedAnswer(single.utf8Span.span, count: 1), into: &output)
        return output.string
    }

    @Test func `a part is divided until it has one location`() throws {
        let part = try part((1...5).map { "oss://b/\($0)" })
        let halves = try #require(part.halves)
        #expect(halves.map(\.count) == [2, 3])
        #expect(halves.map(\.start) == [0, 2])
        let last = try #require(halves[1].halves?[1].halves?[1])
        #expect(last.start == 4 && last.first.key == "5")
        #expect(last.halves == nil)
    }

    @Test(arguments: [("oss://b/2", true), ("oss://c/2", false), ("oss://b", false)])
    func `a part takes neighbours in one bucket`(word: String, isTaken: Bool) throws {
        var part = PresignPart(locations: [try ObjectLocation("oss://b/1")])
        let next = try ObjectLocation(word)
        _ = part.add(next)
        #expect(part.count == (isTaken ? 2 : 1))
        var bucket = PresignPart(locations: [try ObjectLocation("oss://b")])
        _ = bucket.add(next)
        #expect(bucket.count == 1)
    }

    @Test func `a part takes as many as a request can name, and one media type if that matters`() throws {
        func isTaken(_ key: String, byType: Bool, behind count: Int = 1) throws -> Bool {
            var part = PresignPart(locations: [try ObjectLocation("oss://b/1.jpg")])
            for number in 1..<count { _ = part.add(try ObjectLocation("oss://b/\(number)")) }
            #expect(part.count == count)
            return part.add(try ObjectLocation("oss://b/\(key)"), byType: byType)
        }
        #expect(try isTaken("2.png", byType: false))
        #expect(try !isTaken("2.png", byType: true))
        #expect(try isTaken("2.jpg", byType: true))
        #expect(try isTaken("2.jpg", byType: false, behind: 999))
        #expect(try !isTaken("2.jpg", byType: false, behind: 1_000))
    }

    @Test func `text output has the URLs in the order of the list`() throws {
        #expect(try rows(asJSON: false) == "https://b/1\nhttps://b/2\nhttps://c/\n")
    }

    @Test func `JSON output has one object on each line`() throws {
        let end =
            #""headers":{"content-type":"a/b"},"expiration":"2023-12-16T17:20:57Z","limitedBy":"credential","#
            + #""credentialExpiration":null,"profile":"p","generation":7,"version":"v4"}"#
        let lines = try rows(asJSON: true).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0] == #"{"bucket":"b","key":"1","method":"PUT","url":"https://b/1",\#(end)"#)
        #expect(lines[1].hasPrefix(#"{"bucket":"b","key":"\u001b[2J","#))
        #expect(
            lines[2].hasPrefix(#"{"bucket":"c","key":"日,\"x\"","method":"","url":"https://c/","headers":{},"#)
        )
    }

    /// One shape, however many there are and whether they have a key.
    @Test func `the JSON object has the same members for a single location`() throws {
        func names(_ words: [String], _ answer: String) throws -> [String] {
            let presign = try command(["presign", "--list"] + words, as: PresignCommand.self)
            let part = part(presign.list.arguments)
            let answer = try SignedAnswer(answer.utf8Span.span, count: part.count)
            var output = ByteBuffer()
            SignedRows(isJSON: true).write(part.locations, answer, into: &output)
            let line = output.string.split(separator: "\n")[0].utf8Span.span
            var names: [String] = []
            var json = JSONReader(line)
            try json.object { name, json throws(JSONError) in
                names.append(name)
                try json.skipValue()
            }
            return names
        }
        let many = try names(["oss://b/1", "oss://b/2"], #"{"urls":["u","v"]}"#)
        #expect(try names(["oss://b/1"], #"{"url":"u","signature":"s"}"#) == many && many.count == 11)
        #expect(try names(["oss://"], #"{"url":"u"}"#) == many)
    }

    @Test func `text output puts the URL behind each line, in one column whatever the key`() throws {
        #expect(
            try rows(asJSON: false, of: LocationForm())
                == "oss://b/1\thttps://b/1\noss://b/\\u{1b}[2J\thttps://b/2\noss://c/日,\"x\"\thttps://c/\n")
        #expect(
            try rows(asJSON: false, of: LocationForm(bucket: "b"))
                == "1\thttps://b/1\n\\u{1b}[2J\thttps://b/2\n日,\"x\"\thttps://c/\n")
    }
}
