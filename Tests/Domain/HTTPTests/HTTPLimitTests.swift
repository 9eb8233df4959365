import HTTP
import Testing

struct HTTPLimitTests {
    private let start = "GET / HTTP/1.1\r\nHost: a\r\n"

    private func head(bytes: Int) -> [UInt8] {
        let rest = "X: \r\n\r\n"
        return Array(
            (start + "X: " + String(repeating: "x", count: bytes - start.utf8.count - rest.utf8.count)).utf8)
            + Array("\r\n\r\n".utf8)
    }

    @Test func `takes a head of 16 KiB, and not one byte more`() throws {
        let largest = head(bytes: 16_384)
        guard case .request(let request) = Outcome(largest) else { throw Unfinished() }
        #expect(request.length == 16_384)
        #expect(Outcome(head(bytes: 16_385)) == .refused(.headTooLarge))
    }

    @Test func `gives up on a head as soon as it is too large`() {
        let endless = Array((start + "X: " + String(repeating: "x", count: 20_000)).utf8)
        #expect(Outcome(Array(endless[..<16_383])) == .unfinished)
        #expect(Outcome(Array(endless[..<16_384])) == .refused(.headTooLarge))
        var scan = HeadScan()
        for count in 0..<16_384 {
            #expect(Outcome(endless.span.extracting(first: count), &scan) == .unfinished)
        }
        #expect(Outcome(endless.span, &scan) == .refused(.headTooLarge))
    }

    @Test(arguments: [(8_192, true), (8_193, false)])
    func `takes a target of 8 KiB, and not one byte more`(bytes: Int, fits: Bool) {
        let target = "/" + String(repeating: "a", count: bytes - 1)
        let outcome = Outcome(Array("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        if fits {
            #expect(outcome != .refused(.targetTooLong))
        } else {
            #expect(outcome == .refused(.targetTooLong))
        }
    }

    @Test(arguments: [(64, true), (65, false)])
    func `takes 64 fields, and not one more`(fields: Int, fits: Bool) {
        let more = (1..<fields).map { "X-\($0): y\r\n" }.joined()
        let outcome = Outcome(Array((start + more + "\r\n").utf8))
        if fits {
            #expect(outcome != .refused(.tooManyFields))
        } else {
            #expect(outcome == .refused(.tooManyFields))
        }
    }
}
