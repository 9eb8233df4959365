package import Bytes
internal import Text

// A comma is due unless the previous byte is an opening bracket, a colon or a line end, so the writer needs
// no state.
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

    /// Writes the name of a member of our own contract.
    package mutating func name(_ name: StaticString) {
        separate()
        append(UInt8(ascii: "\""))
        append(name)
        append("\":")
    }

    /// Writes the name of a member that is not ours, with escapes.
    package mutating func name(_ name: Span<UInt8>) {
        value(name)
        append(UInt8(ascii: ":"))
    }

    /// Writes the name of a member that is not ours but has nothing to escape, such as the name of a header.
    package mutating func name(plain text: borrowing ByteBuffer, _ range: Range<Int>) {
        separate()
        append(UInt8(ascii: "\""))
        append(text, range)
        append("\":")
    }

    /// Writes any text; invalid UTF-8 becomes the replacement character.
    package mutating func value(_ text: Span<UInt8>) {
        separate()
        append(UInt8(ascii: "\""))
        append(escaped: text)
        append(UInt8(ascii: "\""))
    }

    /// Writes a text known at compile time without escapes.
    package mutating func value(_ text: StaticString) {
        separate()
        append(UInt8(ascii: "\""))
        append(text)
        append(UInt8(ascii: "\""))
    }

    /// Writes a text made at run time.
    ///
    /// Disfavored because a literal would otherwise become a `String` first.
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

    /// Writes a text of our own without escapes, such as a URL; never use it for bytes of a client.
    package mutating func value(plain text: borrowing ByteBuffer) {
        separate()
        append(UInt8(ascii: "\""))
        append(text)
        append(UInt8(ascii: "\""))
    }

    /// Appends a part of a string that is written piece by piece.
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

// Members with their names; an absent value is left out (`ifAny`) or written as `null` (`orNull`).
extension ByteBuffer {
    package mutating func member(_ name: StaticString, _ text: String) {
        self.name(name)
        value(text)
    }

    /// Disfavored, because a literal may need escapes.
    @_disfavoredOverload package mutating func member(_ name: StaticString, _ text: StaticString) {
        self.name(name)
        value(text)
    }

    package mutating func member(_ name: StaticString, _ text: Span<UInt8>) {
        self.name(name)
        value(text)
    }

    package mutating func member(_ name: StaticString, _ text: borrowing ByteBuffer) {
        self.name(name)
        value(text)
    }

    package mutating func member(_ name: StaticString, _ flag: Bool) {
        self.name(name)
        value(flag)
    }

    package mutating func member(_ name: StaticString, _ number: Int) {
        self.name(name)
        value(number)
    }

    package mutating func member(_ name: StaticString, _ texts: [String]) {
        self.name(name)
        beginArray()
        for text in texts { value(text) }
        endArray()
    }

    package mutating func member(array name: StaticString, _ write: (inout ByteBuffer) -> Void) {
        self.name(name)
        beginArray()
        write(&self)
        endArray()
    }

    package mutating func member(object name: StaticString, _ write: (inout ByteBuffer) -> Void) {
        self.name(name)
        beginObject()
        write(&self)
        endObject()
    }

    package mutating func member(_ name: StaticString, ifAny text: String?) {
        if let text { member(name, text) }
    }

    package mutating func member(_ name: StaticString, ifAny number: Int?) {
        if let number { member(name, number) }
    }

    package mutating func member(_ name: StaticString, ifAny texts: [String]) {
        if !texts.isEmpty { member(name, texts) }
    }

    package mutating func member(_ name: StaticString, orNull text: String?) {
        self.name(name)
        value(orNull: text)
    }

    package mutating func member(_ name: StaticString, orNull number: Int?) {
        self.name(name)
        if let number { value(number) } else { null() }
    }

    package mutating func value(orNull text: String?) {
        if let text { value(text) } else { null() }
    }
}
