import HTTP
import Testing

struct HeaderBlockTests {
    private let text =
        "GET / HTTP/1.1\r\nHost: a\r\nX-Two:  1 \r\nx-two: 2\r\nEmpty:\r\nX-Forwarded-For: b\r\n\r\nBody: no\r\n"

    @Test(
        arguments: [
            ("host", "a"), ("x-two", "1"), ("empty", ""), ("x-forwarded-for", "b"), ("x-tw", nil),
            ("body", nil),
            ("get", nil),
        ] as [(StaticString, String?)])
    func `finds the first value in any case and without blanks`(name: StaticString, value: String?) throws {
        let head = try request(text)
        let found = head.headers.firstValue(of: name, in: Array(text.utf8).span)
        #expect(found.map { text[$0] } == value)
    }
}
