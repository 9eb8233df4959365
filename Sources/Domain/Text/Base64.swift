package import Bytes

// Three bytes become four digits; the last group may be short (RFC 4648, 4).
extension ByteBuffer {
    /// Appends standard base64 with padding.
    package mutating func append(base64 bytes: Span<UInt8>) {
        reserve((bytes.count + 2) / 3 * 4)
        base64Digits.withBytes { digits in
            for index in stride(from: 0, to: bytes.count, by: 3) {
                append(base64Group: bytes.extracting(index..<min(index + 3, bytes.count)), digits)
            }
        }
    }

    private mutating func append(base64Group bytes: Span<UInt8>, _ digits: Span<UInt8>) {
        let second = bytes.count > 1 ? bytes[1] : 0
        let third = bytes.count > 2 ? bytes[2] : 0
        append(digits[Int(bytes[0] >> 2)])
        append(digits[Int(bytes[0] << 4 & 63 | second >> 4)])
        append(bytes.count > 1 ? digits[Int(second << 2 & 63 | third >> 6)] : UInt8(ascii: "="))
        append(bytes.count > 2 ? digits[Int(third & 63)] : UInt8(ascii: "="))
    }

    /// Appends base64url without padding (RFC 4648, 5).
    package mutating func append(base64URL bytes: Span<UInt8>) {
        let start = count
        append(base64: bytes)
        while count > start, self[count - 1] == UInt8(ascii: "=") { truncate(to: count - 1) }
        for index in start..<count {
            if self[index] == UInt8(ascii: "+") { self[index] = UInt8(ascii: "-") }
            if self[index] == UInt8(ascii: "/") { self[index] = UInt8(ascii: "_") }
        }
    }

    /// Decodes standard base64; returns `nil` and appends nothing if it is not canonical.
    package mutating func append(base64Decoding text: Span<UInt8>) -> Range<Int>? {
        let start = count
        guard text.count % 4 == 0, decodeGroups(of: text) else {
            truncate(to: start)
            return nil
        }
        return start..<count
    }

    /// Decodes base64url without padding (RFC 4648, 5); returns `nil` and appends nothing if it is not canonical.
    package mutating func append(base64URLDecoding text: Span<UInt8>) -> Range<Int>? {
        var standard = ByteBuffer(capacity: text.count + 3)
        for index in 0..<text.count {
            switch text[index] {
            case UInt8(ascii: "-"): standard.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): standard.append(UInt8(ascii: "/"))
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
            case let digit: standard.append(digit)
            }
        }
        while standard.count % 4 != 0 { standard.append(UInt8(ascii: "=")) }
        return append(base64Decoding: standard.span)
    }

    private mutating func decodeGroups(of text: Span<UInt8>) -> Bool {
        reserve(text.count / 4 * 3)
        for group in stride(from: 0, to: text.count, by: 4) {
            let padding = group + 4 < text.count ? 0 : text.base64Padding
            var bits: UInt32 = 0
            for offset in 0..<(4 - padding) {
                guard let value = base64Value(text[group + offset]) else { return false }
                bits |= UInt32(value) << UInt32(18 - 6 * offset)
            }
            for byte in 0..<(3 - padding) { append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * byte))) }
            // A canonical encoding has no bits set after its last byte.
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

private let base64Digits: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

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
