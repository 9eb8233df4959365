import Bytes
import TestSupport
import Testing

struct SpanTextTests {
    @Test(arguments: [
        ("", "", true), ("a", "", false), ("abc", "abc", true), ("abc", "abd", false), ("abc", "ab", false),
    ])
    func `compares with other bytes`(left: String, right: String, isEqual: Bool) {
        #expect(left.utf8Span.span.equals(right.utf8Span.span) == isEqual)
    }

    @Test func `compares with a literal`() {
        let text = "content-type".utf8Span.span
        #expect(text.equals("content-type") == true)
        #expect(text.equals("content-typo") == false)
        #expect(text.equals("content") == false)
        #expect(text.equals("") == false)
        #expect("".utf8Span.span.equals("") == true)
        #expect("x".utf8Span.span.equals("x") == true)
    }

    @Test(arguments: [
        ("", "", 0), ("", "a", -1), ("a", "", 1), ("a", "b", -1), ("ab", "a", 1), ("a-", "a/", -1),
        ("Z", "a", -1),
        ("z", "ä", -1),
    ])
    func `orders by unsigned bytes, the shorter first`(left: String, right: String, sign: Int) {
        #expect(left.utf8Span.span.compare(right.utf8Span.span).signum() == sign)
        #expect(right.utf8Span.span.compare(left.utf8Span.span).signum() == -sign)
    }

    @Test func `orders as the standard library orders bytes`() {
        var random = SeededRandom(seed: 2)
        for _ in 0..<1_000 {
            let left = random.bytes(count: 0...4).map { $0 & 0x81 }
            let right = random.bytes(count: 0...4).map { $0 & 0x81 }
            #expect((left.span.compare(right.span) < 0) == left.lexicographicallyPrecedes(right))
        }
    }

    @Test func `a prefix of a span is recognised`() {
        let text = "x-oss-date".utf8Span.span
        #expect(text.hasPrefix("x-oss-") == true)
        #expect(text.hasPrefix("") == true)
        #expect(text.hasPrefix("x-oss-date-") == false)
        #expect(text.hasPrefix("X-oss-") == false)
    }

    @Test(arguments: [
        ("a=b=c", 0, 1), ("a=b=c", 1, 1), ("a=b=c", 2, 3), ("a=b=c", 4, nil), ("a=b=c", 99, nil),
        ("", 0, nil),
    ])
    func `finds a byte`(text: String, start: Int, place: Int?) {
        #expect(text.utf8Span.span.firstIndex(of: UInt8(ascii: "="), from: start) == place)
    }

    @Test func `repairs text that is not UTF-8`() {
        let bytes: [UInt8] = [0x61, 0xFF, 0x62]
        #expect(String(copying: bytes.span) == "a\u{FFFD}b")
        #expect(String(copying: [UInt8]().span) == "")
    }
}
