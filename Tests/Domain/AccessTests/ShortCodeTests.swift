import Access
import Hashing
import Testing

struct ShortCodeTests {
    /// Test case 2 of RFC 4231: the first half of its code is the code here.
    @Test(arguments: [
        ("5bdcc146bf60754e6a042426089575c7", true), ("5bdcc146bf60754e6a042426089575c8", false),
        ("5bdcc146bf60754e6a042426089575c", false), ("", false),
    ])
    func `a code equals only its own text`(text: String, isSame: Bool) {
        let key = HMACSHA256(key: "Jefe".utf8Span.span)
        let code = ShortCode(of: "what do ya want for nothing?".utf8Span.span, under: key)
        let equals = code.equals(text.utf8Span.span)
        #expect(equals == isSame)
    }
}
