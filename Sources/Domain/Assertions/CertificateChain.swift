internal import Bytes
internal import Hashing
internal import JSON
internal import Text

/// The certificates of a PEM file, that of the key first; nothing in it is secret.
package struct CertificateChain: Equatable, Sendable {
    private static let longest = 8

    /// The DER of each certificate as base64, as it stands in the header of a token (RFC 7515, 4.1.6).
    package let base64: [String]
    /// The key of the first one.
    package let key: CertifiedKey

    package init(pem: Span<UInt8>) throws(CertificateError) {
        var reader = PEMReader(pem)
        var content = ByteBuffer(capacity: pem.count)
        var certificates: [String] = []
        var key: CertifiedKey?
        while let label = try CertificateChain.next(in: &reader, into: &content) {
            defer { content.wipe() }
            guard label == .certificate else { continue }
            guard certificates.count < CertificateChain.longest else { throw .tooMany }
            if certificates.isEmpty { key = CertifiedKey(certificate: content.span) }
            certificates.append(String(base64: content.span))
        }
        guard !certificates.isEmpty else { throw .noCertificate }
        guard let key else { throw .unknownKey }
        base64 = certificates
        self.key = key
    }

    private static func next(
        in reader: inout PEMReader, into content: inout ByteBuffer
    ) throws(CertificateError) -> PEMLabel? {
        try mapping(reader.next(into: &content)) { (_: PEMError) in CertificateError.damaged }
    }

    /// Some of the certificates as PEM.
    package func pem(_ range: Range<Int>) -> String {
        base64[range].map { text in
            let lines = stride(from: 0, to: text.utf8.count, by: 64).map { start in
                Substring(text.utf8.dropFirst(start).prefix(64)) + "\n"
            }
            return "-----BEGIN CERTIFICATE-----\n\(lines.joined())-----END CERTIFICATE-----\n"
        }.joined()
    }
}

extension String {
    fileprivate init(base64 bytes: Span<UInt8>) {
        var text = ByteBuffer(capacity: bytes.count * 4 / 3 + 4)
        text.append(base64: bytes)
        self.init(copying: text.span)
    }
}

/// The public key in a certificate.
package enum CertifiedKey: Equatable, Sendable {
    case rsa(modulus: [UInt8], exponent: [UInt8])
    case p256(x: [UInt8], y: [UInt8])

    /// `nil`: it is no certificate (RFC 5280, 4.1), or one of another kind of key.
    init?(certificate der: Span<UInt8>) {
        guard let key = try? CertifiedKey.read(der) else { return nil }
        self = key
    }

    private static func read(_ der: Span<UInt8>) throws(DERError) -> CertifiedKey? {
        var document = DERReader(der, 0..<der.count)
        var certificate = DERReader(der, try document.next(DERReader.Tag.sequence))
        guard document.isAtEnd else { throw DERError() }
        var content = DERReader(der, try certificate.next(DERReader.Tag.sequence))
        if content.isNext(DERReader.Tag.version) { try content.skip() }
        // Serial number, algorithm of the signature, issuer, validity, subject.
        for _ in 0..<5 { try content.skip() }
        var info = DERReader(der, try content.next(DERReader.Tag.sequence))
        let algorithm = try KeyAlgorithm.next(in: &info, of: der)
        let bits = try info.next(DERReader.Tag.bits)
        // The first byte says how many bits of the last one do not count.
        guard let unused = bits.first, der[unused] == 0 else { throw DERError() }
        let place = unused + 1..<bits.upperBound
        switch algorithm {
        case .rsa: return try rsa(der, place)
        case .p256: return p256(der.extracting(place))
        case nil: return nil
        }
    }

    private static func rsa(_ der: Span<UInt8>, _ place: Range<Int>) throws(DERError) -> CertifiedKey {
        var key = DERReader(der, place)
        var numbers = DERReader(der, try key.next(DERReader.Tag.sequence))
        let modulus = try numbers.nextNumber()
        let exponent = try numbers.nextNumber()
        return .rsa(
            modulus: [UInt8](copying: der.extracting(modulus)),
            exponent: [UInt8](copying: der.extracting(exponent)))
    }

    /// An uncompressed point.
    private static func p256(_ point: Span<UInt8>) -> CertifiedKey? {
        guard point.count == 65, point[0] == 4 else { return nil }
        return .p256(
            x: [UInt8](copying: point.extracting(1..<33)), y: [UInt8](copying: point.extracting(33..<65)))
    }

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

/// Why a file has no usable certificate; the corrections are for people.
package enum CertificateError: Error, Equatable {
    case noCertificate, tooMany, damaged, unknownKey
}

extension CertificateError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noCertificate: "has no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----"
        case .tooMany:
            "has more than 8 certificates: it needs that of the key, and those between it and the authority"
        case .damaged: "is damaged: a block in it has no end, or is not base64"
        case .unknownKey: "does not begin with a certificate for an RSA key or for one of the curve P-256"
        }
    }
}

extension ByteBuffer {
    fileprivate mutating func member(_ name: StaticString, base64URL number: [UInt8]) {
        var digits = ByteBuffer(capacity: number.count * 4 / 3 + 4)
        digits.append(base64URL: number.span)
        member(name, digits)
    }
}
