import Bytes
import TestSupport
import Testing
import Text

struct CharacterTests {
    @Test func `every byte has the classes of its character`() {
        for byte in UInt8.min...UInt8.max {
            let character = byte < 0x80 ? Character(Unicode.Scalar(byte)) : nil
            #expect(byte.isDigit == (character.map { "0"..."9" ~= $0 } ?? false))
            #expect(byte.isLowercase == (character.map { "a"..."z" ~= $0 } ?? false))
            #expect(byte.isUppercase == (character.map { "A"..."Z" ~= $0 } ?? false))
            #expect(byte.isAlphanumeric == (byte.isDigit || byte.isLowercase || byte.isUppercase))
            #expect(byte.isControl == (byte < 32 || byte == 127))
            #expect(byte.isBlank == (byte == 32 || byte == 9))
            #expect(byte.hexValue.map(Int.init) == character.flatMap { $0.isASCII ? $0.hexDigitValue : nil })
            #expect(byte.lowercased == (byte.isUppercase ? byte + 32 : byte))
        }
    }

    /// RFC 9110, section 5.6.2.
    @Test func `a token has the characters of RFC 9110`() {
        let token = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        for byte in UInt8.min...UInt8.max {
            #expect(ByteSet.token.contains(byte) == Array(token.utf8).contains(byte))
        }
    }

    @Test(arguments: [
        ("Content-Type", true), ("content-type", true), ("CONTENT-TYPE", true), ("content-typ", false),
        ("content-type ", false), ("content_type", false), ("", false),
    ])
    func `texts are compared without regard to case`(text: String, isEqual: Bool) {
        #expect(text.utf8Span.span.equalsIgnoringCase("content-type") == isEqual)
    }

    @Test func `case matters for letters only`() {
        // '@' and '`', '[' and '{' differ in the bit that makes letters small.
        #expect("@[".utf8Span.span.equalsIgnoringCase("`{") == false)
        #expect("HTTPS://x".utf8Span.span.hasPrefixIgnoringCase("https://") == true)
        #expect("HTTPS:/".utf8Span.span.hasPrefixIgnoringCase("https://") == false)
    }

    @Test(arguments: [
        ("a.com", true), ("com", false), (".com", true), ("a.comx", false), ("a.Com", false), ("", false),
    ])
    func `a suffix is recognised exactly`(text: String, isSuffix: Bool) {
        #expect(text.utf8Span.span.hasSuffix(".com") == isSuffix)
    }

    @Test(arguments: [
        ("", ""), ("  ", ""), (" a b\t", "a b"), ("a", "a"), ("\u{A0}a", "\u{A0}a"), ("\na", "\na"),
    ])
    func `trims blanks and nothing else`(text: String, trimmed: String) {
        #expect(String(copying: text.utf8Span.span.trimmed) == trimmed)
    }

    @Test(arguments: [
        ("", ""), (" \t\r\n", ""), ("\r\n a b\t\n", "a b"), ("a", "a"), ("\u{A0}a", "\u{A0}a"),
    ])
    func `drops white space at both ends`(text: String, rest: String) {
        #expect(String(copying: text.utf8Span.span.withoutWhiteSpace) == rest)
    }

    @Test(arguments: [
        ("abc", false), ("a\tb", true), ("a\u{7F}", true), ("\0", true), ("ü", false), ("", false),
    ])
    func `finds control characters`(text: String, hasControl: Bool) {
        #expect(text.utf8Span.span.containsControl == hasControl)
    }
}
