package import Bytes
internal import JSON
internal import Text
package import Time

/// The algorithms with which this host signs (RFC 7518, 3.1).
package enum AssertionAlgorithm: String, Sendable {
    case rs256 = "RS256"
    case es256 = "ES256"
}

/// A token by which a client proves that it has a private key (RFC 7523, 2.2 and 3).
package struct ClientAssertion {
    /// Seconds; long enough for a slow server, and too short to be of use to others.
    private static let life = 300

    package let client: String
    package let audience: String
    /// In the header, for servers that trust the authority and know no key.
    package let certificates: [String]
    /// In the header, for servers that know several keys of the client.
    package var keyID: String?

    package init(
        of client: String, for audience: String, certificates: [String] = [], keyID: String? = nil
    ) {
        self.client = client
        self.audience = audience
        self.certificates = certificates
        self.keyID = keyID
    }

    /// The text to sign; `random` makes its identifier unique.
    package func signingInput(
        _ algorithm: AssertionAlgorithm, at now: Timestamp, random: Span<UInt8>
    ) -> ByteBuffer {
        var part = ByteBuffer(capacity: 2_048)
        append(headerTo: &part, algorithm)
        var input = ByteBuffer(capacity: 4_096)
        input.append(base64URL: part.span)
        input.append(UInt8(ascii: "."))
        part.removeAll()
        append(claimsTo: &part, at: now, random: random)
        input.append(base64URL: part.span)
        return input
    }

    /// The finished token.
    package static func token(_ input: Span<UInt8>, signature: Span<UInt8>) -> ByteBuffer {
        var token = ByteBuffer(capacity: input.count + 2 * signature.count)
        token.append(input)
        token.append(UInt8(ascii: "."))
        token.append(base64URL: signature)
        return token
    }

    private func append(headerTo text: inout ByteBuffer, _ algorithm: AssertionAlgorithm) {
        text.beginObject()
        text.member("alg", algorithm.rawValue)
        text.member("typ", "JWT" as String)
        text.member("kid", ifAny: keyID)
        text.member("x5c", ifAny: certificates)
        text.endObject()
    }

    private func append(claimsTo text: inout ByteBuffer, at now: Timestamp, random: Span<UInt8>) {
        var id = ByteBuffer(capacity: 2 * random.count)
        id.append(hex: random)
        text.beginObject()
        text.member("iss", client)
        text.member("sub", client)
        text.member("aud", audience)
        text.member("jti", id)
        text.member("iat", Int(now.secondsSince1970))
        text.member("exp", Int((now + Int64(ClientAssertion.life)).secondsSince1970))
        text.endObject()
    }
}
