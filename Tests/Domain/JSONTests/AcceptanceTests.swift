import Bytes
import TestSupport
import Testing

@testable import JSON

/// Valid and invalid JSON, in the manner of the JSONTestSuite: RFC 8259 decides every row.
struct AcceptanceTests {
    @Test(arguments: [
        // Structures.
        "[]", "{}", "[[]]", "[{}]", #"{"a":[]}"#, "[[],[]]", #"{"":0}"#, #"{"a":1,"b":2}"#,
        #"{"a":"b","a":"b"}"#,
        "[1,null,true,false,\"\",{}]", #"{"a":{"b":{"c":[1,[2,[3]]]}}}"#, "[null]", " [ 1 , 2 ] ", "[1\n]",
        " \t\r\n{ \"a\" : \r\n1 }\t", #"{"min":-1.0e+28,"max":1.0e+28}"#,
        // A text may be any value.
        "null", "true", "false", "0", "\"asd\"", " false ", "-0", "42",
        // Numbers.
        "[0]", "[-0]", "[-1]", "[123]", "[0.5]", "[-0.0]", "[1.000000000000005]", "[1e1]", "[1E22]", "[1E-2]",
        "[1e+2]",
        "[0e1]", "[0e+1]", "[123.456e78]", "[123456789012345678901234567890]", "[-1.5E-300]", "[1e999]",
        // Strings.
        #"["\u0060\u012a\u12AB"]"#, #"["\uD801\udc37"]"#, #"["\ud83d\ude39\ud83d\udc8d"]"#,
        #"["\"\\\/\b\f\n\r\t"]"#,
        #"["\\u0000"]"#, #"["\u0000"]"#, #"["a/*b*/c/*d//e"]"#, #"["\uDBFF\uDFFF"]"#, #"["\uFFFF"]"#,
        "[\"\u{7F}\"]",
        "[\"€𝄞\"]", "[\"\u{2028}\u{2029}\"]", "[\"\u{FEFF}\"]", #"["\u0022"]"#, #"["new\u000Aline"]"#,
        "[\" \"]", "[\"ü\"]",
        "[\"\u{10FFFF}\"]", #"{"foo\u0000bar":42}"#, #"{"\"":1}"#,
    ])
    func `accepts valid JSON`(text: String) {
        #expect(problem(in: Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        // Nothing, or something behind the value.
        "", " ", "[]]", "{}}", "[][]", "1 2", "truefalse", "nullx", "01", "[] x", "{}#", "\"a\"b", "[1]\u{0}",
        "\u{FEFF}[]",
        // Commas and colons.
        "[,]", "[1,]", "[1,,2]", "[,1]", "[1,,]", "[1 2]", "[\"a\" \"b\"]", "[1;2]", "[1:2]", "[\"\",]", ",",
        "[],",
        #"{"a":1,}"#, #"{"a":1,,"b":2}"#, #"{,"a":1}"#, "{,}", #"{"a":1 "b":2}"#, #"{"a" 1}"#, #"{"a"::1}"#,
        #"{"a":}"#,
        #"{"a"}"#, #"{"a",1}"#, #"{:1}"#, #"{"a":1:2}"#, #"{"a":1,"b"}"#,
        // Names must be strings.
        "{a:1}", "{1:1}", "{null:1}", "{'a':1}", "{[]:1}", "{1}", #"{"a":1,b:2}"#,
        // Brackets.
        "[", "{", "[1", "[1,", #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a":1,"#, "[}", "{]", "[{]", "]", "}",
        "[[1]", "[1}",
        #"{"a":1]"#, "[\"a\"", "[\"a\",\n4\n,1,",
        // Words.
        "nul", "tru", "fals", "True", "NULL", "[nul", "[TRUE]", "[undefined]", "n", "t", "[truth]", "NaN",
        "[NaN]",
        "[Infinity]", "[-Infinity]", "*", "<null>", "[a]", "#", "//", "/*c*/1", "[1]//c", "ü",
        // Numbers.
        "[01]", "[-01]", "[00]", "[-]", "-", "[+1]", "[.5]", "[-.5]", "[1.]", "[1.e1]", "[1e]", "[1e+]",
        "[1E-]", "[1eE2]",
        "[0x1]", "[1_000]", "[1 000]", "[--1]", "[-a]", "[1.2.3]", "[1e1.5]", "[0e]", "[0.e1]", "[1.2a-3]",
        "[-2.]", "[１]",
        "[1+2]", "[0.3e]", "[2.e+3]", "- 1", "[- 1]",
        // Strings.
        "\"", "\"a", "['a']", "[\"a\nb\"]", "[\"\t\"]", "[\"\u{0}\"]", "[\"\u{1F}\"]", #"["\"]"#, #"["\\\"]"#,
        #"["\a"]"#,
        #"["\x00"]"#, #"["\'"]"#, #"["\u"]"#, #"["\u1"]"#, #"["\u00A"]"#, #"["\u00G0"]"#, #"["\U0041"]"#,
        "[\"\\\n\"]",
        "[\"\\ü\"]", "\"\\", #"["\ "#, #"["\u 123"]"#, #"["\u+123"]"#, "[\"a", "[\\n]", #"["\{"]"#,
        // Surrogates stand in pairs, the leading one first.
        #"["\uD800"]"#, #"["\uDC00"]"#, #"["\uD800\uD800"]"#, #"["\uDC00\uD800"]"#, #"["\uD800a"]"#,
        #"["\uD800\n"]"#,
        #"["\uD800\u"]"#, #"["\uD800\uDC0"]"#, #"["\uD800\u0041"]"#, #"["\uD834\\uDD1E"]"#,
        #"["\uDBFF\uE000"]"#,
        // White space is four characters only.
        "[\u{0B}]", "[\u{0C}1]", "[\u{A0}1]", "\u{2060}[]", "[\u{85}]",
    ])
    func `refuses invalid JSON`(text: String) {
        #expect(problem(in: Array(text.utf8)) != nil)
    }

    @Test(arguments: [
        "5B22FF225D", "5B22C0AF225D", "5B22E0FF225D", "5B22EDA080225D", "5B22F4BFBFBF225D", "5B22C3225D",
        "5BFF5D",
        "5B228122 5D", "FFFE5B005D00", "7B22B9223A307D", "5B22F0908022 5D", "22C3",
    ])
    func `refuses invalid UTF-8`(hex: String) {
        #expect(problem(in: [UInt8](hex: hex)) != nil)
    }

    @Test(arguments: [
        ("[1,]", JSONError.Problem.unexpectedByte, 3), ("[1", .unexpectedEnd, 2), ("[] x", .trailingBytes, 3),
        ("[\"\\q\"]", .badEscape, 2), ("[\"ab\u{1}\"]", .controlCharacter, 4), ("[1.]", .badNumber, 3),
        ("{1:2}", .expected(.string), 1), ("[\"abc", .unexpectedEnd, 5), ("[nul]", .unexpectedByte, 1),
        ("[truth]", .expected(.boolean), 1), (#"["ok","\uD800"]"#, .badEscape, 7),
    ])
    func `reports the problem and its offset`(text: String, expected: JSONError.Problem, offset: Int) {
        #expect(problem(in: Array(text.utf8)) == JSONError(problem: expected, offset: offset))
    }

    @Test func `a value may be nested as deep as the limit and no deeper`() {
        let limit = JSONReader.maximumDepth
        for (open, inside, close) in [
            ("[", "", "]"), ("[", "1", "]"), (#"{"a":"#, "1", "}"), (#"[{"a":"#, "1", "}]"),
        ] {
            let levels = open.hasPrefix("[{") ? 2 : 1
            let deepest =
                String(repeating: open, count: limit / levels) + inside
                + String(repeating: close, count: limit / levels)
            #expect(problem(in: Array(deepest.utf8)) == nil)
            #expect(problem(in: Array("[\(deepest)]".utf8))?.problem == .tooDeep)
        }
        let endless = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        #expect(problem(in: endless) == JSONError(problem: .tooDeep, offset: limit))
    }
}

/// Why the bytes are not one JSON text.
func problem(in bytes: [UInt8]) -> JSONError? {
    var reader = JSONReader(bytes.span)
    do {
        try reader.skipValue()
        try reader.end()
        return nil
    } catch {
        return error
    }
}
