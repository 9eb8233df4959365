import Assertions
import Bytes
import Proving
import Testing
import Text

/// Names of keys, with the vectors of the RFCs.
struct KeyThumbprintTests {
    private func bytes(_ base64URL: String) -> [UInt8] {
        var text = ByteBuffer()
        #expect(text.append(base64URLDecoding: base64URL.utf8Span.span) != nil)
        return [UInt8](copying: text.span)
    }

    /// RFC 7638, 3.1.
    @Test func `the name of an RSA key is that of the RFC`() {
        let modulus =
            "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3"
            + "oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdA"
            + "ZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-"
            + "kEgU8awapJzKnqDKgw"
        let key = CertifiedKey.rsa(modulus: bytes(modulus), exponent: bytes("AQAB"))
        #expect(key.thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    }

    /// RFC 9449, 4.1 and 6.1.
    @Test func `the name of a key on P-256 is that of the RFC`() {
        let key = CertifiedKey.p256(
            x: bytes("l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs"),
            y: bytes("9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"))
        #expect(key.thumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    }

    /// RFC 7515, A.3: a file need not have the public half.
    @Test func `the public half of a secret is that of the RFC`() {
        let secret = bytes("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI")
        guard let point = PrivateKeySignatures.p256Public(secret.span) else {
            Issue.record("the secret has no public half")
            return
        }
        #expect(
            [UInt8](copying: point.span) == bytes("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")
                + bytes("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))
        let none = [UInt8](repeating: 0, count: 32)
        let isNone = PrivateKeySignatures.p256Public(none.span) == nil
        #expect(isNone)
    }
}
