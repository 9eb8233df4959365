package import Bytes
internal import Text

// Writing JSON: a comma is due wherever the byte before is neither an opening bracket nor a colon, so the writer needs
// no state of its own.
extension ByteBuffer {
    package mutating func beginObject() {
        separate()
        append(UInt8(ascii: "{"))
    }

    package mutating func endObject() {
        append(UInt8(ascii: "}"))
    }

    package mutating func beginArray() {
        separate()
        append(UInt8(ascii: "["))
    }

    package mutating func endArray() {
        append(UInt8(ascii: "]"))
    }

    /// The name of a member that our own contract defines.
    package mutating func name(_ name: StaticString) {
        separate()
        append(UInt8(ascii: "\""))
        append(name)
        append("\":")
    }

    /// The name of a member that somebody else chose.
    package mutating func name(_ name: Span<UInt8>) {
        value(name)
        append(UInt8(ascii: ":"))
    }

    /// A name that somebody else chose and that has nothing to escape, such as that of a header.
    package mutating func name(plain text: borrowing ByteBuffer, _ range: Range<Int>) {
        separate()
        append(UInt8(ascii: "\""))
        append(text, range)
        append("\":")
    }

    /// Any text; what is not UTF-8 in it becomes the replacement character.
    package mutating func value(_ text: Span<UInt8>) {
        separate()
        append(UInt8(ascii: "\""))
        append(escaped: text)
        append(UInt8(ascii: "\""))
    }

    /// A text that is known at compile time and has nothing to escape.
    package mutating func value(_ text: StaticString) {
        separate()
        append(UInt8(ascii: "\""))
        append(text)
        append(UInt8(ascii: "\""))
    }

    /// A text that is made at run time.
    ///
    /// Disfavored, because a literal would otherwise become a `String` first.
    @_disfavoredOverload package mutating func value(_ text: String) {
        value(text.utf8Span.span)
    }

    package mutating func value(_ number: Int) {
        separate()
        append(decimal: number)
    }

    package mutating func value(_ flag: Bool) {
        separate()
        append(flag ? "true" : "false")
    }

    package mutating func null() {
        separate()
        append("null")
    }

    package mutating func value(_ text: borrowing ByteBuffer) {
        value(text.span)
    }

    /// A text that is made here and has nothing to escape, such as a URL; never one with bytes of somebody else.
    package mutating func value(plain text: borrowing ByteBuffer) {
        separate()
        append(UInt8(ascii: "\""))
        append(text)
        append(UInt8(ascii: "\""))
    }

    /// Text inside a string that is written piece by piece.
    package mutating func append(escaped text: Span<UInt8>) {
        if text.isPlain { return append(text) }
        if text.isUTF8 {
            append(escapedUTF8: text)
        } else {
            append(escapedUTF8: String(copying: text).utf8Span.span)
        }
    }

    private mutating func append(escapedUTF8 text: Span<UInt8>) {
        var runStart = 0
        for index in 0..<text.count where text[index].needsEscape {
            append(text.extracting(runStart..<index))
            append(escapeOf: text[index])
            runStart = index + 1
        }
        append(text.extracting(runStart..<text.count))
    }

    private mutating func append(escapeOf byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0D: append(UInt8(ascii: "r"))
        case 0x09: append(UInt8(ascii: "t"))
        default:
            let code: InlineArray<1, UInt8> = [byte]
            append("u00")
            append(hex: code.span)
        }
    }

    private mutating func separate() {
        guard count > 0 else { return }
        switch self[count - 1] {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "\n"): return
        default: append(UInt8(ascii: ","))
        }
    }
}

extension UInt8 {
    fileprivate var needsEscape: Bool {
        self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") || self == 0x7F
    }
}
