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

    /// The string of a form says neither its version nor its day, and both are signed with.
    @Test func `a signature is for its own version and day only`() throws {
        let day = Timestamp(secondsSince1970: 1_702_743_657)
        let signatures = RemoteSignatures()
        let credential = SigningCredential(
            keyID: ByteBuffer(copying: "LTAI".utf8Span.span), signaturesFrom: signatures)
        var request = OSSRequest()
        try Wanted().fill(&request)
        var signer = Signer()
        func isSigned(_ version: SignatureVersion, at time: Timestamp) -> Bool {
            signatures.rewind()
            signer.signPolicy(
                "{}".utf8Span.span, for: request, version: version, with: credential, at: time)
            return signatures.isComplete
        }
        #expect(!isSigned(.v4, at: day))
        signatures.fill(0, with: "of that day")
        #expect(isSigned(.v4, at: day))
        #expect(!isSigned(.v4, at: day + 86_400))
        #expect(!isSigned(.v1, at: day))
        #expect(isSigned(.v4, at: day))
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
