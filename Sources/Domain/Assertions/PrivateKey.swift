package import Bytes

/// A private key from a file in PKCS#8 (RFC 5958): RSA of 2,048 to 8,192 bits, or the curve P-256.
package struct PrivateKey: ~Copyable {
    package enum Kind: Equatable, Sendable {
        /// The places of n, e, p, q, d mod p-1, d mod q-1 and the inverse of q.
        case rsa([Range<Int>])
        /// The place of the secret, 32 bytes.
        case p256(Range<Int>)
    }

    private static let moduli = 256...1_024

    /// The places are in these bytes.
    package let der: ByteBuffer
    package let kind: Kind

    /// Reads the first private key in a PEM file.
    package init(pem: Span<UInt8>) throws(PrivateKeyError) {
        let content = try PrivateKey.content(of: pem)
        kind = try PrivateKey.kind(of: content)
        der = content
    }

    package var algorithm: AssertionAlgorithm {
        if case .rsa = kind { .rs256 } else { .es256 }
    }

    private static func content(of pem: Span<UInt8>) throws(PrivateKeyError) -> ByteBuffer {
        var reader = PEMReader(pem)
        var content = ByteBuffer(capacity: pem.count)
        while let label = try next(in: &reader, into: &content) {
            switch label {
            case .privateKey: return content
            case .encryptedKey: throw .encrypted
            case .olderKey: throw .older
            case .certificate, .other: content.wipe()
            }
        }
        throw .noKey
    }

    private static func next(
        in reader: inout PEMReader, into content: inout ByteBuffer
    ) throws(PrivateKeyError) -> PEMLabel? {
        try mapping(reader.next(into: &content)) { (_: PEMError) in PrivateKeyError.damaged }
    }

    private static func kind(of content: borrowing ByteBuffer) throws(PrivateKeyError) -> Kind {
        try mapping(kind(of: content.span)) { (_: DERError) in PrivateKeyError.unknownKey }
    }

    private static func kind(of der: Span<UInt8>) throws(DERError) -> Kind {
        var document = DERReader(der, 0..<der.count)
        var info = DERReader(der, try document.next(DERReader.Tag.sequence))
        guard document.isAtEnd else { throw DERError() }
        try info.expect(0)
        let algorithm = try KeyAlgorithm.next(in: &info, of: der)
        var key = DERReader(der, try info.next(DERReader.Tag.octets))
        var members = DERReader(der, try key.next(DERReader.Tag.sequence))
        switch algorithm {
        case .rsa: return .rsa(try numbers(in: &members))
        case .p256:
            try members.expect(1)
            let secret = try members.next(DERReader.Tag.octets)
            guard secret.count == 32 else { throw DERError() }
            return .p256(secret)
        case nil: throw DERError()
        }
    }

    /// The numbers of RFC 8017, A.1.2, without d, which the others make superfluous.
    private static func numbers(in members: inout DERReader) throws(DERError) -> [Range<Int>] {
        try members.expect(0)
        var numbers: [Range<Int>] = []
        for _ in 0..<8 { numbers.append(try members.nextNumber()) }
        numbers.remove(at: 2)
        guard members.isAtEnd, moduli.contains(numbers[0].count) else { throw DERError() }
        return numbers
    }
}

/// Why a file has no usable private key; the corrections are for people.
package enum PrivateKeyError: Error, Equatable {
    case noKey, encrypted, older, damaged, unknownKey
}

extension PrivateKeyError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noKey: "has no private key in PEM, which begins with -----BEGIN PRIVATE KEY-----"
        case .encrypted: "has an encrypted key: decrypt it with 'openssl pkey', and let systemd encrypt it"
        case .older: "has a key in an older form: convert it with 'openssl pkcs8 -topk8 -nocrypt'"
        case .damaged: "is damaged: a block in it has no end, or is not base64"
        case .unknownKey: "has neither an RSA key of 2048 to 8192 bits nor one of the curve P-256"
        }
    }
}
