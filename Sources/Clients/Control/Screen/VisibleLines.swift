package import Bytes
internal import Text

extension ByteBuffer {
    /// Appends UTF-8 text with every control character escaped but the line end.
    ///
    /// It creates no string, because the text may be a secret.
    package mutating func append(visibleLines bytes: Span<UInt8>) {
        var index = 0
        while index < bytes.count {
            let length = bytes.lengthOfScalar(at: index)
            guard let length, let scalar = bytes.scalar(at: index, length: length) else {
                append("\\x\(String(bytes[index], radix: 16))")
                index += 1
                continue
            }
            if scalar.isInvisible, scalar != "\n" {
                append("\\u{\(String(scalar.value, radix: 16))}")
            } else {
                for offset in 0..<length { append(bytes[index + offset]) }
            }
            index += length
        }
    }
}

extension Span<UInt8> {
    /// The length of the character by its first byte; `nil`: it is none, or cut off.
    fileprivate func lengthOfScalar(at index: Int) -> Int? {
        let length =
            switch self[index] {
            case ..<0x80: 1
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        return length > 0 && index + length <= count ? length : nil
    }

    fileprivate func scalar(at index: Int, length: Int) -> Unicode.Scalar? {
        guard length > 1 else { return Unicode.Scalar(self[index]) }
        var value = UInt32(self[index]) & (0x7F >> UInt32(length))
        for offset in 1..<length {
            guard self[index + offset] & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(self[index + offset] & 0x3F)
        }
        return Unicode.Scalar(value)
    }
}
