import Bytes
import Signing
import Testing
import Time

/// Composing an answer for a key that is elsewhere.
struct RemoteSignaturesTests {
    private func compose(_ signer: inout Signer, _ vector: Vector, _ signatures: RemoteSignatures) throws {
        signatures.rewind()
        let credential = SigningCredential(
            keyID: ByteBuffer(copying: (vector.text("access_key_id") ?? "").utf8Span.span),
            signaturesFrom: signatures)
        var request = OSSRequest()
        try vector.fill(&request)
        try signer.signHeader(&request, version: vector.version, with: credential, at: vector.now)
    }

    private static let vectors = ["oracle_header_v1", "oracle_header_v4"].flatMap { Vector.all(in: $0) }
        .filter { $0.text("security_token") == nil && $0.text("key")?.hasPrefix("/") != true }

    @Test(arguments: vectors)
    func `asks for the string of the vectors, and carries its signature`(vector: Vector) throws {
        var signer = Signer()
        let signatures = RemoteSignatures()
        try compose(&signer, vector, signatures)
        #expect(!signatures.isComplete)
        #expect(String(copying: signer.signature.span) == "")
        #expect(signatures.strings.map(\.stringToSign) == [vector.answer("string_to_sign")])
        signatures.fill(0, with: try #require(vector.answer("signature")))
        try compose(&signer, vector, signatures)
        #expect(signatures.isComplete)
        #expect(String(copying: signer.authorization.span) == vector.answer("authorization"))
    }

    @Test func `a signature is for its own string only`() throws {
        var signer = Signer()
        let signatures = RemoteSignatures()
        let vectors = Self.vectors.filter { $0.version == .v4 }
        try compose(&signer, vectors[0], signatures)
        signatures.fill(0, with: "of the first")
        try compose(&signer, vectors[1], signatures)
        #expect(!signatures.isComplete)
        #expect(String(copying: signer.signature.span) == "")
    }
}
