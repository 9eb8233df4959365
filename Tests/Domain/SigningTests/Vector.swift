import Bytes
import Foundation
import Signing
import Testing
import Time

/// One case with a known answer, made by the official SDKs or by botocore.
struct Vector: CustomTestStringConvertible, @unchecked Sendable {
    let name: String
    let input: [String: Any]
    let expected: [String: Any]

    var testDescription: String { name }

    static func all(in file: String) -> [Vector] {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Support/Fixtures/vectors/\(file).json")
        guard let data = try? Data(contentsOf: url),
            let document = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let cases = document["vectors"] as? [[String: Any]]
        else { return [] }
        return cases.compactMap { entry in
            guard let name = entry["name"] as? String, let input = entry["input"] as? [String: Any],
                let expected = entry["expected"] as? [String: Any]
            else { return nil }
            return Vector(name: name, input: input, expected: expected)
        }
    }

    func text(_ member: String) -> String? { input[member] as? String }
    func answer(_ member: String) -> String? { expected[member] as? String }

    var version: SignatureVersion {
        SignatureVersion.allCases.first { "\($0.name)" == text("version") } ?? .v4
    }
    var now: Timestamp { Timestamp(secondsSince1970: Int64(input["now_epoch"] as? Int ?? 0)) }
    var expires: Int { input["expires_seconds"] as? Int ?? 0 }
    var isHeader: Bool { text("op") == "sign_header" }

    var credential: SigningCredential {
        SigningCredential(
            keyID: (text("access_key_id") ?? "").utf8Span.span,
            secret: (text("access_key_secret") ?? "").utf8Span.span,
            securityToken: (text("security_token") ?? "").utf8Span.span)
    }

    /// Builds the request as the daemon does; a sub-resource that only the operation declares is of no concern to it.
    func fill(_ request: inout OSSRequest) throws {
        request.method = try Method.named(text("method") ?? "GET")
        try request.setEndpoint(request.adding(text("endpoint") ?? ""))
        if let bucket = text("bucket") { try request.setBucket(request.adding(bucket)) }
        if let key = text("key"), !key.isEmpty {
            let range = request.adding(key)
            if key.hasPrefix("/") { request.setKeyUnchecked(range) } else { try request.setKey(range) }
        }
        try request.setAddressing(
            text("addressing") == "path" ? .path : text("addressing") == "cname" ? .cname : .virtualHost)
        if let box = text("cloud_box_id") {
            try request.setCloudBox(request.adding(box))
        } else if let region = text("region") {
            try request.setRegion(request.adding(region))
        }
        if version == .s3 { try request.useS3Endpoint() }
        for pair in input["params"] as? [[String]] ?? [] {
            try request.addParameter(name: request.adding(pair[0]), value: request.adding(pair[1]))
        }
        for (name, value) in input["headers"] as? [String: String] ?? [:] {
            try request.addHeader(name: request.adding(name), value: request.adding(value))
        }
        for name in input["additional_headers"] as? [String] ?? [] {
            try request.addAdditionalHeader(request.adding(name))
        }
        try request.checkWhole(for: version)
    }
}

extension OSSRequest {
    mutating func adding(_ text: String) -> Range<Int> {
        appending { buffer in buffer.append(text) }
    }
}

extension Method {
    static func named(_ name: String) throws -> Method {
        guard let method = Method(name.utf8Span.span) else { throw SigningError.stringToSign }
        return method
    }
}
