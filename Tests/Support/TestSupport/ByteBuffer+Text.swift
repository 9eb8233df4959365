package import Bytes

extension ByteBuffer {
    /// The bytes as text, for comparing.
    package var string: String { String(copying: span) }

    package var array: [UInt8] { span.array }
}

extension Span<UInt8> {
    /// A copy, for comparing.
    package var array: [UInt8] { (0..<count).map { self[$0] } }
}

extension [UInt8] {
    /// The bytes that a specification writes in hexadecimal, blanks between them allowed.
    package init(hex text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
