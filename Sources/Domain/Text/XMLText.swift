package import Bytes

extension ByteBuffer {
    /// Appends the text of an element of XML, with blanks for invisible characters.
    package mutating func append(xml text: Substring.UnicodeScalarView) {
        for scalar in text {
            switch scalar {
            case "&": append("&amp;")
            case "<": append("&lt;")
            case ">": append("&gt;")
            default: for byte in UTF8.encode(scalar.isInvisible ? " " : scalar) ?? .init() { append(byte) }
            }
        }
    }
}
