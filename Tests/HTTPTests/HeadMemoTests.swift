import Bytes
import HTTP
import TestSupport
import Testing

struct HeadMemoTests {
    /// Asked twice, so that the second answer is from memory.
    @Test(arguments: validRequests)
    func `gives for the same head the same`(text: String) throws {
        let bytes = Array(text.utf8)
        var memo = HeadMemo()
        var scan = HeadScan()
        let first = try memo.decode(bytes.span, &scan)
        let second = try memo.decode((bytes + Array("body".utf8)).span, &scan)
        #expect(try first == request(text))
        #expect(second == first)
    }

    @Test(arguments: validRequests)
    func `gives for another head what that one means`(text: String) {
        for other in validRequests {
            var memo = HeadMemo()
            var scan = HeadScan()
            _ = try? memo.decode(Array(text.utf8).span, &scan)
            #expect((try? memo.decode(Array(other.utf8).span, &scan)) == (try? request(other)))
        }
    }

    @Test func `takes no head for the last one that is different in one byte`() throws {
        let text = "POST /v1/sign HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12\r\n\r\n"
        for place in 0..<text.utf8.count {
            var bytes = Array(text.utf8)
            var memo = HeadMemo()
            var scan = HeadScan()
            _ = try memo.decode(bytes.span, &scan)
            bytes[place] ^= 0x01
            let seen = try? memo.decode(bytes.span, &scan)
            var fresh = HeadScan()
            #expect(seen == (try? RequestHead.decode(bytes.span, &fresh)))
        }
    }

    @Test(arguments: ["10", "99", "00", "1", "100", "1a", "-1", " 9", "9 ", "+9"])
    func `sees that only the body is longer`(length: String) throws {
        for expectation in ["", "Expect: 100-continue\r\n"] {
            let texts = ["12", length].map { length in
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\nAccept: */*\r\n\(expectation)\r\n"
            }
            for text in [texts, texts.reversed()] {
                var memo = HeadMemo()
                var scan = HeadScan()
                _ = try? memo.decode(Array(text[0].utf8).span, &scan)
                let seen = try? memo.decode(Array(text[1].utf8).span, &scan)
                #expect(seen == (try? request(text[1])))
            }
        }
    }

    @Test func `waits for the rest of a head that it knows`() throws {
        let bytes = Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        var memo = HeadMemo()
        var scan = HeadScan()
        let known = try memo.decode(bytes.span, &scan)
        for count in 0..<bytes.count {
            let early = try memo.decode(bytes.span.extracting(first: count), &scan)
            #expect(early == nil)
        }
        let whole = try memo.decode(bytes.span, &scan)
        #expect(whole == known)
        #expect(scan == HeadScan())
    }
}
