import HTTP
import Testing

struct UnfinishedRequestTests {
    @Test(arguments: validRequests)
    func `waits for more at every prefix of a request`(text: String) {
        let bytes = Array(text.utf8)
        for count in 0..<bytes.count { #expect(Outcome(Array(bytes[..<count])) == .unfinished) }
    }

    @Test(arguments: validRequests)
    func `gives the same whether it comes at once or byte by byte`(text: String) {
        let bytes = Array(text.utf8)
        var scan = HeadScan()
        for count in 0..<bytes.count {
            #expect(Outcome(bytes.span.extracting(first: count), &scan) == .unfinished)
        }
        #expect(Outcome(bytes.span, &scan) == Outcome(bytes))
        #expect(scan == HeadScan())
    }

    @Test(arguments: validRequests)
    func `gives the same however it is cut in two, with more behind`(text: String) {
        let bytes = Array(text.utf8)
        let more = bytes + Array("GET / HTTP/1.1\r\n".utf8)
        for cut in 0..<bytes.count {
            var scan = HeadScan()
            #expect(Outcome(bytes.span.extracting(first: cut), &scan) == .unfinished)
            #expect(Outcome(more.span, &scan) == Outcome(bytes))
        }
    }

    @Test func `notices a bare line feed in a head that trickles in`() {
        let bytes = Array("GET / HTTP/1.1\r\nHost: a\n".utf8)
        var scan = HeadScan()
        for count in 0..<bytes.count { _ = Outcome(bytes.span.extracting(first: count), &scan) }
        #expect(Outcome(bytes.span, &scan) == .refused(.malformedLineEnd))
    }

    @Test func `notices a line feed that follows another`() {
        let bytes = Array("GET / HTTP/1.1\r\n\nHost: a".utf8)
        var scan = HeadScan()
        #expect(Outcome(bytes.span.extracting(first: 5), &scan) == .unfinished)
        #expect(Outcome(bytes.span, &scan) == .refused(.malformedLineEnd))
    }

    @Test func `refuses what cannot be HTTP at its first byte`() {
        let greetingOfTLS: [UInt8] = [0x16]
        #expect(Outcome(greetingOfTLS) == .refused(.controlCharacter))
    }
}
