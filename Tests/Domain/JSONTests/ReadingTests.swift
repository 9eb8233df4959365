import Bytes
import TestSupport
import Testing

@testable import JSON

struct ReadingTests {
    @Test func `walks through a document in place`() throws {
        let text =
            #" { "profile" : "default", "keys":["a","b\n"], "expires":900, "explain":true, "key":null } "#
        var reader = JSONReader(text.utf8Span.span)
        var seen: [String] = []
        try reader.beginObject()
        while let name = try reader.nextMember() {
            if reader.matches(name, "profile") || reader.matches(name, "keys") {
                seen.append(reader.text(of: name))
                if try reader.peek() == .string {
                    seen.append(reader.text(of: try reader.string()))
                } else {
                    try reader.beginArray()
                    while try reader.nextElement() { seen.append(reader.text(of: try reader.string())) }
                }
            } else if reader.matches(name, "expires") {
                seen.append("\(try reader.integer())")
            } else if reader.matches(name, "explain") {
                seen.append("\(try reader.boolean())")
            } else {
                seen.append("\(try reader.takeNull())")
            }
        }
        try reader.end()
        #expect(seen == ["profile", "default", "keys", "a", "b\n", "900", "true", "true"])
    }

    @Test(arguments: [
        (#""""#, ""), (#""abc""#, "abc"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u0041\u00e9\u6587""#, "Aé文"),
        (#""\ud83d\ude00!""#, "😀!"), (#""\uD800\uDC00""#, "\u{10000}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
        (#""\u0000""#, "\0"), (#""a\\u0041""#, "a\\u0041"), ("\"ü\\n文\"", "ü\n文"), (#""\\\\""#, "\\\\"),
    ])
    func `resolves escapes`(text: String, expected: String) throws {
        var reader = JSONReader(text.utf8Span.span)
        let string = try reader.string()
        var buffer = ByteBuffer(capacity: 16)
        buffer.append("before ")
        let range = reader.append(string, to: &buffer)
        #expect(String(copying: buffer[range]) == expected)
        #expect(buffer.string == "before " + expected)
        #expect(reader.text(of: string) == expected)
    }

    @Test(arguments: ["a", "\\n", "é"])
    func `refuses a string of many bytes, whatever they are`(part: String) throws {
        let most = JSONReader.longestString / part.utf8.count
        for (count, isRead) in [(most, true), (most + 1, false), (2 * most, false)] {
            let text = "\"" + String(repeating: part, count: count) + "\""
            var reader = JSONReader(text.utf8Span.span)
            let problem: JSONError.Problem?
            do throws(JSONError) {
                _ = try reader.string()
                problem = nil
            } catch {
                problem = error.problem
            }
            #expect(problem == (isRead ? nil : .stringTooLong))
        }
    }

    @Test func `a name with escapes matches nothing`() throws {
        var reader = JSONReader(#""\u0061bc""#.utf8Span.span)
        let string = try reader.string()
        #expect(string.hasEscapes)
        #expect(reader.matches(string, "abc") == false)
        #expect(reader.matches(string, "\\u0061bc") == false)
    }

    @Test(arguments: [("0", 0), ("-0", 0), ("900", 900), ("-15", -15), ("9223372036854775807", Int.max)])
    func `reads whole numbers`(text: String, number: Int) throws {
        var reader = JSONReader(text.utf8Span.span)
        #expect(try reader.integer() == number)
        try reader.end()
    }

    @Test(arguments: [
        "1.0", "1e3", "9223372036854775808", "-9223372036854775809", "\"1\"", "true", "[1]", "1.5",
        "99999999999999999999",
        "null", "-1e0",
    ])
    func `refuses another number where a whole one is due`(text: String) {
        #expect(throws: JSONError(problem: .expected(.number), offset: 0)) {
            var reader = JSONReader(text.utf8Span.span)
            _ = try reader.integer()
        }
    }

    @Test(arguments: ["", " ", "\n\t"])
    func `every reader stops at the end of the text`(text: String) {
        let end = JSONError(problem: .unexpectedEnd, offset: text.utf8.count)
        var reader = JSONReader(text.utf8Span.span)
        #expect(throws: end) { _ = try reader.number() }
        #expect(throws: end) { _ = try reader.integer() }
        #expect(throws: end) { _ = try reader.string() }
        #expect(throws: end) { _ = try reader.boolean() }
        #expect(throws: end) { _ = try reader.takeNull() }
        #expect(throws: end) { try reader.beginObject() }
        #expect(throws: end) { try reader.beginArray() }
        #expect(throws: end) { _ = try reader.peek() }
        #expect(throws: end) { try reader.skipValue() }
    }

    @Test(arguments: [
        ("[]", JSONKind.object), ("{}", .array), ("1", .string), ("{}", .number), ("null", .boolean),
    ])
    func `names the kind that it expected`(text: String, kind: JSONKind) {
        var reader = JSONReader(text.utf8Span.span)
        #expect(throws: JSONError(problem: .expected(kind), offset: 0)) {
            switch kind {
            case .object: try reader.beginObject()
            case .array: try reader.beginArray()
            case .string: _ = try reader.string()
            case .number: _ = try reader.number()
            default: _ = try reader.boolean()
            }
        }
    }

    @Test func `a number may stand behind white space`() throws {
        var reader = JSONReader("  -1.5e3 ,".utf8Span.span)
        #expect(try reader.number() == 2..<8)
    }

    @Test func `says where a skipped value stands`() throws {
        let text = #"{"policy": {"a":[1, "]"]} ,"b":1}"#
        var reader = JSONReader(text.utf8Span.span)
        try reader.beginObject()
        _ = try reader.nextMember()
        let range = try reader.skipValue()
        #expect(String(copying: text.utf8Span.span.extracting(range)) == #"{"a":[1, "]"]}"#)
        #expect(try reader.nextMember() != nil)
    }
}
