internal import Bytes
internal import Hashing
internal import JSON
internal import Text

extension CertifiedKey {
    /// The thumbprint of RFC 7638, by which a server finds the key among several.
    package var thumbprint: String {
        var text = ByteBuffer(capacity: 2_048)
        append(to: &text)
        var name = ByteBuffer(capacity: 44)
        name.append(base64URL: sha256(text.span).span)
        return String(copying: name.span)
    }

    /// The members that the RFC names, in the order of the alphabet.
    private func append(to text: inout ByteBuffer) {
        text.beginObject()
        switch self {
        case .rsa(let modulus, let exponent):
            text.member("e", base64URL: exponent)
            text.member("kty", "RSA" as StaticString)
            text.member("n", base64URL: modulus)
        case .p256(let x, let y):
            text.member("crv", "P-256" as StaticString)
            text.member("kty", "EC" as StaticString)
            text.member("x", base64URL: x)
            text.member("y", base64URL: y)
        }
        text.endObject()
    }
}

extension ByteBuffer {
    fileprivate mutating func member(_ name: StaticString, base64URL number: [UInt8]) {
        var digits = ByteBuffer(capacity: number.count * 4 / 3 + 4)
        digits.append(base64URL: number.span)
        member(name, digits)
    }
}
