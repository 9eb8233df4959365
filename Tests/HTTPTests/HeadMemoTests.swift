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
