import Foundation
import OSSSigning
import Testing

/// One case with a known answer, made by the official SDKs or by botocore, in the words of the library.
struct Vector: CustomTestStringConvertible, @unchecked Sendable {
    let name: String
    private let input: [String: Any]
    private let expected: [String: Any]

    var testDescription: String { name }

    static func all(_ operation: String, in files: [String]) -> [Vector] {
        files.flatMap(all(in:)).filter { $0.text("op") == operation && !$0.isBeyondTheFace }
    }

    private static func all(in file: String) -> [Vector] {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Fixtures/vectors/\(file).json")
        guard let data = try? Data(contentsOf: url),
            let document = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let cases = document["vectors"] as? [[String: Any]]
        else { return [] }
        return cases.map { entry in
            Vector(
                name: entry["name"] as? String ?? "", input: entry["input"] as? [String: Any] ?? [:],
                expected: entry["expected"] as? [String: Any] ?? [:])
        }
    }

    /// Keys that OSS refuses, and headers that only the signer sets.
    private var isBeyondTheFace: Bool {
        let headers = input["headers"] as? [String: String] ?? [:]
        return text("key")?.hasPrefix("/") == true
            || headers.keys.contains {
                ["x-oss-date", "date", "x-oss-security-token"].contains($0.lowercased())
            }
    }

    func text(_ member: String) -> String? { input[member] as? String }
    func answer(_ member: String) -> String? { expected[member] as? String }
    var fields: [String: String] { expected["fields"] as? [String: String] ?? [:] }

    var now: UnixTime { UnixTime(secondsSince1970: Int64(input["now_epoch"] as? Int ?? 0)) }
    var life: Duration { .seconds(input["expires_seconds"] as? Int ?? 0) }

    var signer: OSSSigner {
        OSSSigner(
            OSSCredential(
                accessKeyID: text("access_key_id") ?? "", accessKeySecret: text("access_key_secret") ?? "",
                securityToken: text("security_token")),
            version: text("version").flatMap(SignatureVersion.init) ?? .v4)
    }

    var request: OSSRequest {
        var request = OSSRequest(
            OSSRequest.Method(rawValue: text("method") ?? "POST") ?? .get, bucket: text("bucket"),
            key: text("key").flatMap { $0.isEmpty ? nil : $0 })
        request.endpoint = text("endpoint")
        request.region = text("region")
        request.cloudBoxID = text("cloud_box_id")
        request.addressing = OSSRequest.Addressing(rawValue: text("addressing") ?? "")
        request.parameters = (input["params"] as? [[String]] ?? []).map { .init($0[0], $0[1]) }
        request.headers = (input["headers"] as? [String: String] ?? [:]).map { .init($0, $1) }
        request.additionalHeaders = input["additional_headers"] as? [String] ?? []
        return request
    }
}
