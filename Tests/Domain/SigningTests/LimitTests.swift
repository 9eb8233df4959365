import Bytes
import Signing
import TestSupport
import Testing

struct LimitTests {
    @Test func `takes as many parameters as OSS could need, and no more`() {
        let parameters = (0..<OSSRequest.maximumParameters).map { ("p\($0)", "v") }
        #expect(Wanted(parameters: parameters).refusal == nil)
        #expect(Wanted(parameters: parameters + [("q", "")]).refusal == .tooManyParameters)
    }

    @Test func `takes as many headers as OSS could need, and no more`() {
        let headers = (0..<OSSRequest.maximumHeaders).map { ("h\($0)", "v") }
        #expect(Wanted(headers: headers, additional: []).refusal == nil)
        #expect(Wanted(headers: headers + [("i", "v")], additional: []).refusal == .tooManyHeaders)
    }

    @Test func `takes as many bytes as OSS could, and no more`() {
        let most = OSSRequest.maximumBytes
        func wanted(_ parameter: String, _ header: String) -> SigningError? {
            Wanted(parameters: [("p", parameter)], headers: [("h", header)], additional: []).refusal
        }
        let half = String(repeating: "a", count: most / 2 - 1)
        #expect(wanted(half, half) == nil)
        #expect(wanted(half + "a", half) == .tooLong)
        #expect(wanted(half, half + "a") == .tooLong)
        // As a URL has them.
        let slashes = String(repeating: "/", count: most / 3)
        #expect(wanted(String(slashes.dropLast()), "v") == nil)
        #expect(wanted(slashes, "v") == .tooLong)
        #expect(wanted(String(repeating: "a", count: 8_000_000), "v") == .tooLong)
    }

    /// Else a request would be granted and then refused, the sooner the longer the token.
    @Test func `the parameters of the signature do not count towards the caller's limit`() throws {
        let most = String(repeating: "a", count: OSSRequest.maximumBytes - 1)
        for version in [SignatureVersion.v1, .v4] {
            _ = try Wanted(parameters: [], headers: [("h", most)], additional: [], version: version).signed()
        }
    }

    /// The headers of the signature count as well, and V1's parameter; this must be an error and not a trap.
    @Test func `says so when the signature's own headers or parameters find no room`() {
        let headers = (0..<OSSRequest.maximumHeaders).map { ("h\($0)", "v") }
        #expect(throws: SigningError.tooManyHeaders) { try Wanted(headers: headers, additional: []).signed() }
        let parameters = (0..<OSSRequest.maximumParameters).map { ("p\($0)", "v") }
        #expect(throws: SigningError.tooManyParameters) {
            try Wanted(parameters: parameters, version: .v1).presigned()
        }
    }

    @Test func `merges any number of the caller's parameters with those of a V4 signature`() throws {
        let names = [
            "a", "x-oss-a", "x-oss-b", "x-oss-credentiak", "x-oss-datf", "x-oss-process", "x-oss-t", "z",
        ]
        let others = (names.count..<OSSRequest.maximumParameters).map { "x-oss-f\($0)" }
        let query = try Wanted(parameters: (names + others).map { ($0, "v") }).presigned().url
            .split(separator: "?")[1].split(separator: "&").map { String($0.prefix { $0 != "=" }) }
        #expect(query.last == "x-oss-signature")
        #expect(Array(query.dropLast()) == query.dropLast().sorted())
        #expect(query.count == OSSRequest.maximumParameters + 7)
    }

    @Test(arguments: [Int.min, -1, 0, 604_801, Int.max])
    func `a V4 URL lives for one second to seven days`(expires: Int) throws {
        #expect(throws: SigningError.expires(maximum: 604_800, .v4)) {
            try Wanted().presigned(expires: expires)
        }
        #expect(try Wanted().presigned(expires: 1).url.contains("x-oss-expires=1&"))
        #expect(try Wanted().presigned(expires: 604_800).url.contains("x-oss-expires=604800&"))
    }

    @Test func `a V1 URL names its end`() throws {
        let url = try Wanted(version: .v1).presigned(expires: 604_801).url
        #expect(url.contains("&Expires=\(1_702_743_657 + 604_801)&"))
        #expect(throws: SigningError.self) { try Wanted(version: .v1).presigned(expires: 0) }
        #expect(throws: SigningError.self) { try Wanted(version: .v1).presigned(expires: .max) }
    }

    /// The identifiers of keys are the server's to choose.
    @Test(arguments: [SignatureVersion.v1, .v4])
    func `no key id adds a parameter to a URL`(version: SignatureVersion) throws {
        let wanted = Wanted(version: version, id: "a+b/c=&acl")
        #expect(try wanted.presigned().url.contains("=a%2Bb%2Fc%3D%26acl"))
    }

    @Test func `a V1 URL lives for ten years at most`() throws {
        let most = 10 * 365 * 86_400
        #expect(try Wanted(version: .v1).presigned(expires: most).url.contains("Expires="))
        #expect(throws: SigningError.expires(maximum: most, .v1)) {
            try Wanted(version: .v1).presigned(expires: most + 1)
        }
    }

    @Test func `a parameter needs a name`() {
        #expect(Wanted(parameters: [("", "a")]).refusal == .parameterName)
    }
}
