package import Bytes

extension ByteBuffer {
    /// Appends standard base64 with padding (RFC 4648, 4).
    package mutating func append(base64 bytes: Span<UInt8>) {
        var index = 0
        while index < bytes.count {
            let second: UInt8? = index + 1 < bytes.count ? bytes[index + 1] : nil
            let third: UInt8? = index + 2 < bytes.count ? bytes[index + 2] : nil
            append(base64Digit: bytes[index] >> 2)
            append(base64Digit: (bytes[index] & 3) << 4 | (second ?? 0) >> 4)
            append(second == nil ? UInt8(ascii: "=") : base64Digit(((second ?? 0) & 15) << 2 | (third ?? 0) >> 6))
            append(third == nil ? UInt8(ascii: "=") : base64Digit((third ?? 0) & 63))
            index += 3
        }
    }

    private mutating func append(base64Digit value: UInt8) {
        append(Text.base64Digit(value))
    }

    /// Decodes standard base64; `nil`, and nothing appended, when it is not canonical.
    package mutating func append(base64Decoding text: Span<UInt8>) -> Range<Int>? {
        let start = count
        guard text.count % 4 == 0, decodeGroups(of: text) else {
            truncate(to: start)
            return nil
        }
        return start..<count
    }

    private mutating func decodeGroups(of text: Span<UInt8>) -> Bool {
        for group in stride(from: 0, to: text.count, by: 4) {
            let padding = group + 4 < text.count ? 0 : text.base64Padding
            var bits: UInt32 = 0
            for offset in 0..<(4 - padding) {
                guard let value = base64Value(text[group + offset]) else { return false }
                bits |= UInt32(value) << UInt32(18 - 6 * offset)
            }
            for byte in 0..<(3 - padding) { append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * byte))) }
            // A canonical encoding leaves no bit set behind its last byte.
            if padding > 0, bits & (1 << UInt32(8 * padding) - 1) != 0 { return false }
        }
        return true
    }
}

extension Span<UInt8> {
    fileprivate var base64Padding: Int {
        guard count >= 4, self[count - 1] == UInt8(ascii: "=") else { return 0 }
        return self[count - 2] == UInt8(ascii: "=") ? 2 : 1
    }
}

private func base64Digit(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") - 26 + value
    case 52..<62: UInt8(ascii: "0") &- 52 &+ value
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
}

private func base64Value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
}
