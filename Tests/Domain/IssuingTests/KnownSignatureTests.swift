import Bytes
import Issuing
import Testing
import Verifying

/// The examples of RFC 7515 (A.2 and A.3) and RFC 8037 (A.4).
struct KnownSignatureTests {
    private struct Example {
        let key: String
        let header: String
        let payload: String
        let signature: String

        var text: String { "\(header).\(payload).\(signature)" }
    }

    private let rs256 = Example(
        key: """
            {"keys":[{"kty":"RSA","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ","e":"AQAB"}]}
            """,
        header: "eyJhbGciOiJSUzI1NiJ9",
        payload:
            "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ",
        signature:
            "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
    )
    private let es256 = Example(
        key: """
            {"keys":[{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}
            """,
        header: "eyJhbGciOiJFUzI1NiJ9",
        payload:
            "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ",
        signature: "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q")
    private let edDSA = Example(
        key: """
            {"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}
            """,
        header: "eyJhbGciOiJFZERTQSJ9", payload: "RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc",
        signature: "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg")

    private var all: [Example] { [rs256, es256, edDSA] }

    private func keys(_ example: Example) throws -> JSONWebKeys { try JSONWebKeys(example.key.utf8Span.span) }

    /// The error of the check; `nil`: the signature is valid.
    private func problem(_ text: String, _ keys: JSONWebKeys) -> JWTError? {
        do throws(JWTError) {
            try CompactSignature(text.utf8Span.span).check(text.utf8Span.span, with: keys, by: isValid)
            return nil
        } catch {
            return error
        }
    }

    private func isValid(_ key: PublicKey, _ message: Span<UInt8>, _ signature: Span<UInt8>) -> Bool {
        switch key {
        case .rsa(let modulus, let exponent):
            PublicKeySignatures.isValid(
                rsa: signature, of: message, modulus: modulus.span, exponent: exponent.span)
        case .p256(let x, let y):
            PublicKeySignatures.isValid(p256: signature, of: message, x: x.span, y: y.span)
        case .ed25519(let key): PublicKeySignatures.isValid(ed25519: signature, of: message, key: key.span)
        }
    }

    @Test func `the signatures of the RFCs are valid`() throws {
        for example in all { #expect(problem(example.text, try keys(example)) == nil) }
    }

    @Test func `a signature is invalid when one character of the payload or of itself is another`() throws {
        for example in all {
            for part in [example.payload, example.signature] {
                var other = part
                let first = other.removeFirst()
                other = (first == "A" ? "B" : "A") + other
                let text = example.text.replacing(part, with: other)
                #expect(problem(text, try keys(example)) == .signature)
            }
        }
    }

    @Test func `a key of another kind is no key for the token`() throws {
        for (example, other) in zip(all, [es256, edDSA, rs256]) {
            #expect(problem(example.text, try keys(other)) == .unknownKey)
        }
    }

    @Test func `a signature of the wrong length is invalid`() throws {
        for example in all {
            #expect(problem("\(example.header).\(example.payload).AAAA", try keys(example)) == .signature)
            #expect(problem("\(example.header).\(example.payload).", try keys(example)) == .signature)
            let zeroes = String(repeating: "A", count: example.signature.count)
            #expect(
                problem("\(example.header).\(example.payload).\(zeroes)", try keys(example)) == .signature)
        }
    }
}
