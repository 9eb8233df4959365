import HTTP
import Testing

/// What RFC 9112 tells a server to refuse, and what it allows to refuse because two readers could differ about it.
struct SmugglingTests {
    @Test(arguments: [
        ("GET  / HTTP/1.1\r\nHost: a", HTTPError.Problem.malformedRequestLine),
        (" GET / HTTP/1.1\r\nHost: a", .malformedRequestLine),
        (" / HTTP/1.1\r\nHost: a", .malformedRequestLine),
        ("GET\t/ HTTP/1.1\r\nHost: a", .malformedRequestLine),
        ("GET / HTTP/1.1 \r\nHost: a", .malformedRequestLine),
        ("GET /  HTTP/1.1\r\nHost: a", .malformedRequestLine),
        ("GET /\r\nHost: a", .malformedRequestLine),
        ("GET / http/1.1\r\nHost: a", .malformedRequestLine),
        ("GET / HTTP/1.1x\r\nHost: a", .malformedRequestLine),
        ("GET / HTTP/11\r\nHost: a", .malformedRequestLine),
        ("G(T / HTTP/1.1\r\nHost: a", .malformedRequestLine),
        ("{\"a\":1}\r\nHost: a", .malformedRequestLine),
        ("\r\n\r\nGET / HTTP/1.1\r\nHost: a", .malformedRequestLine),
        ("GET / HTTP/1.2\r\nHost: a", .unsupportedVersion),
        ("GET / HTTP/0.9\r\nHost: a", .unsupportedVersion),
        ("PRI * HTTP/2.0", .unsupportedVersion),
    ])
    func `refuses a request line that is not one`(head: String, problem: HTTPError.Problem) {
        #expect(Outcome(Array((head + "\r\n\r\n").utf8)) == .refused(problem))
    }

    @Test(arguments: [
        "http://a/", "https://a/x", "a:80", "", "*", "?a", "x", "/a#b", "/\"", "/<", "/\\", "/^", "/`", "/{",
        "/|", "/[",
        "/\u{e9}", "/a?b#c", "/a?{",
    ])
    func `refuses a target in another form or with characters that must be escaped`(target: String) {
        let text = "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n"
        #expect(Outcome(Array(text.utf8)) == .refused(.malformedTarget))
    }

    @Test(arguments: [
        ("X : y", HTTPError.Problem.malformedField), ("X\t: y", .malformedField), (" X: y", .malformedField),
        ("X: y\r\n folded", .malformedField), ("X: y\r\n\tfolded", .malformedField), (": y", .malformedField),
        ("X", .malformedField), ("X y: z", .malformedField), ("X\u{e9}: y", .malformedField),
        ("X(: y", .malformedField), ("X: y\u{0}", .controlCharacter), ("X: \u{1b}[0m", .controlCharacter),
        ("X\u{0}: y", .controlCharacter), ("X: \u{7f}", .controlCharacter), ("X: \u{b}", .controlCharacter),
        ("X: y\nZ: z", .malformedLineEnd), ("X: y\rZ: z", .malformedLineEnd),
        ("X: y\r\rZ: z", .malformedLineEnd),
        ("X: y\n", .malformedLineEnd), ("\rX: y", .malformedLineEnd),
    ])
    func `refuses a line that is no field`(line: String, problem: HTTPError.Problem) {
        #expect(Outcome(Array("GET / HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n".utf8)) == .refused(problem))
    }

    /// At every place that eight bytes have, because the decoder looks at eight at a time.
    @Test(arguments: UInt8.min...UInt8.max)
    func `refuses exactly the control characters in a value, but not the tab`(code: UInt8) {
        let before = Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8)
        let after = Array("yyyyyyyyyyyyyyyy\r\n\r\n".utf8)
        let isAllowed = code == 9 || code >= 0x20 && code != 0x7F
        for padding in 0..<9 {
            let outcome = Outcome(before + Array(repeating: 0x79, count: padding) + [code] + after)
            if case .request = outcome { #expect(isAllowed) } else { #expect(!isAllowed) }
        }
    }

    @Test(arguments: [
        ("Content-Length: 1\r\nContent-Length: 1", HTTPError.Problem.conflictingLengths),
        ("Content-Length: 1\r\ncontent-length: 2", .conflictingLengths),
        ("Content-Length: 1\r\nTransfer-Encoding: chunked", .conflictingLengths),
        ("Transfer-Encoding: chunked\r\nContent-Length: 1", .conflictingLengths),
        ("Transfer-Encoding: identity\r\nContent-Length: 0", .conflictingLengths),
        ("Content-Length: +1", .malformedContentLength), ("Content-Length: -1", .malformedContentLength),
        ("Content-Length: 0x1", .malformedContentLength), ("Content-Length: 1, 1", .malformedContentLength),
        ("Content-Length: 1 1", .malformedContentLength), ("Content-Length: 1.0", .malformedContentLength),
        ("Content-Length:", .malformedContentLength), ("Content-Length: \u{661}", .malformedContentLength),
        ("Content-Length: 1000000000000000", .contentTooLarge),
        ("Content-Length: 18446744073709551617", .contentTooLarge),
        ("Transfer-Encoding: chunked", .lengthRequired), ("transfer-encoding:CHUNKED", .lengthRequired),
        ("Transfer-Encoding: gzip, chunked", .unsupportedTransferCoding),
        ("Transfer-Encoding: identity", .unsupportedTransferCoding),
        ("Transfer-Encoding: xchunked", .unsupportedTransferCoding),
        ("Transfer-Encoding: \"chunked\"", .unsupportedTransferCoding),
        ("Transfer-Encoding:", .unsupportedTransferCoding),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", .unsupportedTransferCoding),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", .unsupportedTransferCoding),
        ("Transfer-Encoding: identity\r\nTransfer-Encoding: chunked", .unsupportedTransferCoding),
        ("Expect: 200-ok", .unsupportedExpectation), ("Expect:", .unsupportedExpectation),
    ])
    func `refuses a body whose length can be read in two ways`(fields: String, problem: HTTPError.Problem) {
        #expect(Outcome(Array("POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n".utf8)) == .refused(problem))
    }

    @Test(arguments: [
        ("X: y", HTTPError.Problem.missingHost), ("Host: a\r\nHost: a", .malformedHost),
        ("Host: a b", .malformedHost), ("Host: a/b", .malformedHost), ("Host: http://a", .malformedHost),
        ("Host: a@b", .malformedHost), ("Host: \u{e9}", .malformedHost),
    ])
    func `refuses a request that is for no host or for two`(fields: String, problem: HTTPError.Problem) {
        #expect(Outcome(Array("GET / HTTP/1.1\r\n\(fields)\r\n\r\n".utf8)) == .refused(problem))
    }
}
