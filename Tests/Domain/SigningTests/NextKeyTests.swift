import Signing
import TestSupport
import Testing

/// Many keys in a row, of which each shall have what it would have alone.
struct NextKeyTests {
    private static let pieces = [
        "a", "photo", "0001.jpg", "/", " ", "ü", "%", "~", "+", "名", "long-enough-for-blocks/",
    ]

    private static let places: [@Sendable (inout Wanted) -> Void] = [
        { _ in },
        { $0.addressing = .path },
        { $0.parameters = [("zone", "behind the signature's"), ("a", "before")] },
        { $0.parameters = [] },
        { $0.token = "" },
    ]

    @Test(arguments: places.indices, SignatureVersion.allCases)
    func `each key gets the same URL as alone`(place: Int, version: SignatureVersion) throws {
        var random = SeededRandom(seed: 23)
        var wanted = Wanted(version: version)
        Self.places[place](&wanted)
        let credential = wanted.credential
        var request = OSSRequest()
        var signer = Signer()
        try wanted.fill(&request)
        try signer.preparePresigned(
            &request, version: version, with: credential, at: wanted.time, expires: 900)
        signer.signPresigned(request, version: version, with: credential, at: wanted.time)
        for _ in 0..<200 {
            let length = Int.random(in: 1...40, using: &random)
            let key = (0..<length).map { _ in Self.pieces.randomElement(using: &random) ?? "a" }.joined()
            wanted.key = "k" + key
            try request.setKey(request.adding("k" + key))
            signer.signPresigned(nextKeyOf: request, version: version, with: credential, at: wanted.time)
            #expect(try Signed(signer) == wanted.presigned())
        }
    }
}
