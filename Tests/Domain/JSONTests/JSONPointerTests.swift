import Bytes
import JSON
import Testing

struct JSONPointerTests {
    /// The example of RFC 6901, 5.
    private static let example = """
        {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\\\j": 5, "k\\"l": 6, " ": 7, "m~n": 8}
        """

    private func value(_ pointer: String, in document: String = example) throws -> String? {
        let pointer = try #require(JSONPointer(pointer))
        let bytes = document.utf8Span.span
        guard let place = try pointer.place(in: bytes) else { return nil }
        return String(copying: bytes.extracting(place))
    }

    @Test(arguments: [
        ("", example), ("/foo", #"["bar", "baz"]"#), ("/foo/0", #""bar""#), ("/foo/1", #""baz""#), ("/", "0"),
        ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"), (#"/i\j"#, "5"), (#"/k"l"#, "6"),
        ("/ ", "7"),
        ("/m~0n", "8"),
    ])
    func `finds the values of the RFC's examples`(pointer: String, expected: String) throws {
        #expect(try value(pointer) == expected)
    }

    @Test(arguments: [
        "/foo/2", "/foo/00", "/foo/-", "/foo/01", "/foo/ 1", "/foo/bar", "/nothing", "//x", "/a~01b", "/FOO",
    ])
    func `a pointer to a missing value finds nothing`(pointer: String) throws {
        #expect(try value(pointer) == nil)
    }

    @Test(arguments: ["foo", "/~", "/a~", "/~2", "/~x/a", "#/foo"])
    func `refuses an invalid pointer`(text: String) {
        #expect(JSONPointer(text) == nil)
    }

    @Test func `names are the same when their characters are, however they are written`() throws {
        #expect(try value("/fü/1", in: #" {"f\u00fc":[1,{"x":2}]} "#) == #"{"x":2}"#)
        // The same letter to a reader, but not the same characters.
        #expect(try value("/fü", in: "{\"fu\u{308}\":1}") == nil)
    }

    @Test func `two members of the name that is meant are an error, of others none`() throws {
        #expect(try value("/a/b", in: #"{"x":1,"x":2,"a":{"b":3}}"#) == "3")
        let error = #expect(throws: JSONError.self) { try value("/a", in: #"{"a":1,"a":2}"#) }
        #expect(error?.problem == .memberTwice)
        #expect(error?.offset == 11)
    }

    @Test(arguments: ["", "{", #"{"a":1}x"#, #"{"a":1,}"#, #"{"b":tru,"a":1}"#, #"{"a":1,"b":"\x"}"#])
    func `the pointer checks the whole document`(document: String) {
        #expect(throws: JSONError.self) { try value("/a", in: document) }
    }
}
