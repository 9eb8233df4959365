import Bytes
import Foundation
import Signing
import TestSupport
import Testing
import Time

struct VectorTests {
    private static let files = [
        "oracle_header_v1", "oracle_header_v4", "oracle_presign_v1", "oracle_presign_v4",
        "upstream_sdk_tests", "botocore_s3",
    ]

    @Test func `no fixture is missing`() {
        let count = (Self.files + ["oracle_post_policy", "oracle_sign_string", "sts_requests"]).map {
            Vector.all(in: $0).count
        }.reduce(0, +)
        #expect(count == 160)
    }

    @Test(arguments: files.flatMap(Vector.all(in:)).filter(\.isHeader))
    func `signs a header as the official SDKs and botocore do`(vector: Vector) throws {
        var request = OSSRequest()
        var signer = Signer()
        try vector.fill(&request)
        try signer.signHeader(&request, version: vector.version, with: vector.credential, at: vector.now)
        #expect(signer.signature.string == vector.answer("signature"))
        expect(vector, "authorization", signer.authorization.string)
        expectTexts(of: signer, vector)
        if let url = vector.answer("url") {
            #expect(URLParts(signer.url.string.withoutQuery) == URLParts(url.withoutQuery))
        }
    }

    @Test(arguments: files.flatMap(Vector.all(in:)).filter { !$0.isHeader })
    func `presigns a URL as the official SDKs and botocore do`(vector: Vector) throws {
        var request = OSSRequest()
        var signer = Signer()
        let credential = vector.credential
        try vector.fill(&request)
        try signer.preparePresigned(
            &request, version: vector.version, with: credential, at: vector.now, expires: vector.expires)
        signer.signPresigned(request, version: vector.version, with: credential, at: vector.now)
        #expect(signer.signature.string == vector.answer("signature"))
        expectTexts(of: signer, vector)
        if let url = vector.answer("url") {
            #expect(URLParts(signer.url.string) == URLParts(url))
            #expect(signer.url.string.writtenSignature == url.writtenSignature)
        }
    }

    @Test(arguments: Vector.all(in: "oracle_post_policy"))
    func `signs the policy of a form as the official SDKs do`(vector: Vector) throws {
        var request = OSSRequest()
        var signer = Signer()
        try request.setEndpoint(request.adding("https://oss-cn-hangzhou.aliyuncs.com"))
        try request.setBucket(request.adding("examplebucket"))
        try request.setRegion(request.adding(vector.text("region") ?? ""))
        signer.signPolicy(
            (vector.text("policy_json") ?? "").utf8Span.span, for: request, version: vector.version,
            with: vector.credential, at: vector.now)
        #expect(signer.signature.string == vector.answer("signature"))
        #expect(signer.stringToSign.string == (vector.expected["fields"] as? [String: String])?["policy"])
    }

    @Test(arguments: Vector.all(in: "oracle_sign_string"))
    func `signs a string that was composed elsewhere`(vector: Vector) throws {
        var request = OSSRequest()
        var signer = Signer()
        let text = request.adding(vector.text("string_to_sign") ?? "")
        if let date = vector.text("date") {
            let stated = Timestamp(day: date.utf8Span.span)
            let day = try #require(stated)
            try request.setRegion(request.adding(vector.text("region") ?? ""))
            signer.sign(opaque: text, of: request, with: vector.credential, at: day)
        } else {
            signer.sign(stringToSignV1: text, of: request, with: vector.credential)
        }
        #expect(signer.signature.string == vector.answer("signature"))
    }

    private func expectTexts(of signer: borrowing Signer, _ vector: Vector) {
        expect(vector, "string_to_sign", signer.stringToSign.string)
        expect(vector, "canonical_request", signer.canonicalRequest.string)
    }

    private func expect(_ vector: Vector, _ member: String, _ actual: String) {
        if let wanted = vector.answer(member) { #expect(actual == wanted) }
    }
}

/// The parts that the rules of the vectors compare: neither the order of the query nor the case of the host matters.
struct URLParts: Equatable {
    let scheme: String
    let host: String
    let path: String
    let query: Set<[String]>

    init(_ url: String) {
        let components = URLComponents(string: url)
        scheme = components?.scheme ?? ""
        host = "\(components?.host?.lowercased() ?? ""):\(components?.port ?? 0)"
        path = components?.path ?? ""
        query = Set((components?.queryItems ?? []).map { [$0.name, $0.value ?? ""] })
    }
}

extension String {
    var withoutQuery: String { String(prefix { $0 != "?" }) }

    /// With its escapes: a server may take a bare plus sign for a blank.
    var writtenSignature: Substring? {
        split(separator: "?").last?.split(separator: "&").first { $0.hasPrefix("Signature=") }
    }
}
