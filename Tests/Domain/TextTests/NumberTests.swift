import Bytes
import TestSupport
import Testing
import Text

struct NumberTests {
    @Test(arguments: [
        0, 1, 9, 10, 99, 100, 604_800, 99_999_999, 100_000_000, 1_702_743_657, -1, -10, .max, .min,
    ])
    func `writes decimal digits`(number: Int) {
        var buffer = ByteBuffer()
        buffer.append(decimal: number)
        #expect(buffer.string == String(number))
    }

    @Test func `writes the largest number`() {
        var buffer = ByteBuffer()
        buffer.append(decimal: UInt.max)
        #expect(buffer.string == "18446744073709551615")
    }

    @Test(arguments: [("0", 0), ("007", 7), ("604800", 604_800), ("9223372036854775807", Int.max)])
    func `reads decimal digits`(text: String, number: Int) {
        #expect(text.utf8Span.span.decimalValue == number)
    }

    @Test(arguments: [
        "", "-1", "+1", " 1", "1 ", "1.0", "0x10", "1e3", "９", "9223372036854775808", "18446744073709551616",
        "99999999999999999999999999",
    ])
    func `refuses invalid and too large numbers`(text: String) {
        #expect(text.utf8Span.span.decimalValue == nil)
    }

    @Test(arguments: [0...255, 0...6, 9...9])
    func `writes every byte as two digits`(range: ClosedRange<UInt8>) {
        let bytes = Array(range)
        var buffer = ByteBuffer()
        buffer.append(hex: bytes.span)
        let wanted = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(String(copying: buffer.span) == wanted)
    }

    @Test func `writes hexadecimal in lower case`() {
        var buffer = ByteBuffer()
        buffer.append(hex: ([0x00, 0x0F, 0xA0, 0xFF, 0x5B] as [UInt8]).span)
        #expect(buffer.string == "000fa0ff5b")
    }
}
