import API
import Access
import Bytes
import Signing
import Testing

/// One request that a server may understand a signed string as.
struct Reading {
    let method: String
    let bucket: String
    let key: String
    /// Of parameters, and of headers that do the same.
    let names: [String]
    /// Values of `x-oss-copy-source`.
    let sources: [String]

    /// The last line is the resource as it is, in which each `?` may begin the sub-resources, or none of them.
    static func all(ofV1 string: String) throws -> [Reading] {
        let lines = string.split(separator: "\n", omittingEmptySubsequences: false)
        let headers = lines[4..<(lines.count - 1)]
        let resource = try #require(lines.last)
        let marks = resource.indices.filter { resource[$0] == "?" }
        let whole = try Reading(lines[0], String(resource), [], headers)
        return try [whole]
            + marks.map { mark in
                let parts = resource[resource.index(after: mark)...].split(separator: "&")
                let names = parts.map { String($0.prefix { $0 != "=" }) }
                return try Reading(lines[0], String(resource[..<mark]), names, headers)
            }
    }

    /// A canonical request names the decoded path and parameters in one way.
    static func all(ofV4 request: String) throws -> [Reading] {
        let lines = request.split(separator: "\n", omittingEmptySubsequences: false)
        let names = try lines[2].split(separator: "&").map { part in
            try #require(decoded(part.prefix { $0 != "=" }))
        }
        let end = try #require(lines[3...].firstIndex(of: ""))
        return [try Reading(lines[0], try #require(decoded(lines[1])), names, lines[3..<end])]
    }

    /// The host says which bucket is meant, or the path does; a host outside of OSS may be bound to any bucket.
    static func all(ofS3 request: String) throws -> [Reading] {
        let lines = request.split(separator: "\n", omittingEmptySubsequences: false)
        var names = try lines[2].split(separator: "&").map { part in
            try #require(decoded(part.prefix { $0 != "=" }))
        }
        // A second one would be a parameter that no rule grants.
        for name in Self.signatureOfS3 { names.firstIndex(of: name).map { _ = names.remove(at: $0) } }
        let end = try #require(lines[3...].firstIndex(of: ""))
        let headers = lines[3..<end]
        let path = try #require(decoded(lines[1]))
        let host = try #require(headers.first { $0.hasPrefix("host:") }).dropFirst("host:".count)
        let place = bucket(of: host).map { "/\($0)\(path)" } ?? path
        // Each header that is signed is named, and none is named that is not signed.
        #expect(headers.map { $0.prefix { $0 != ":" } }.joined(separator: ";") == lines[end + 1])
        return [try Reading(lines[0], place, names, headers)]
    }

    private static let signatureOfS3 = ["Algorithm", "Credential", "Date", "Expires", "SignedHeaders"].map {
        "X-Amz-\($0)"
    }

    /// `nil`: the path has it.
    private static func bucket(of host: Substring) -> Substring? {
        let name = host.prefix { $0 != ":" }
        if name == "s3.oss-cn-hangzhou.aliyuncs.com" || name == "10.0.0.1" { return nil }
        guard name.hasSuffix(".s3.oss-cn-hangzhou.aliyuncs.com") else { return "anybucket" }
        return name.prefix { $0 != "." }
    }

    private init(
        _ method: Substring, _ resource: String, _ parameters: [String], _ headers: ArraySlice<Substring>
    ) throws {
        self.method = String(method)
        let place = try #require(Self.place(resource))
        bucket = place.bucket
        key = place.key
        names = parameters + headers.compactMap(Self.parameter(like:))
        sources = headers.compactMap { line in
            if line.hasPrefix("x-oss-copy-source:") {
                return String(line.dropFirst("x-oss-copy-source:".count))
            }
            guard line.hasPrefix("x-amz-copy-source:") else { return nil }
            let source = line.dropFirst("x-amz-copy-source:".count)
            return source.hasPrefix("/") ? String(source) : "/\(source)"
        }
    }

    /// The parameter that does the same as a header.
    private static func parameter(like header: Substring) -> String? {
        switch header.prefix(while: { $0 != ":" }) {
        case "x-oss-object-acl", "x-oss-acl", "x-amz-acl", "x-amz-grant-read": "acl"
        case "x-amz-tagging": "tagging"
        case "x-amz-symlink-target": "symlink"
        default: nil
        }
    }

    /// Bucket and rest of `/bucket/rest`.
    private static func place(_ resource: String) -> (bucket: String, key: String)? {
        guard resource.first == "/" else { return nil }
        let path = resource.dropFirst()
        guard let slash = path.firstIndex(of: "/") else { return (String(path), "") }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let number = UInt8(String(Substring(rest.prefix(2))), radix: 16) else { return nil }
            bytes.append(number)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    func isGranted(by rules: PeerRules, _ operation: Access.Operation, _ version: SignatureVersion) -> Bool {
        // A longer name is not a path that a server resolves: a client that resolves it sends another string.
        let name = key.contains("?") ? key.replacing("/../", with: "/x/") : key
        guard decide(rules, operation, version, method, bucket, name, names) else { return false }
        return sources.allSatisfy { source in
            guard let path = Self.decoded(source.prefix { $0 != "?" }), let place = Self.place(path) else {
                return false
            }
            return decide(rules, operation, version, "GET", place.bucket, place.key, [])
        }
    }

    private func decide(
        _ rules: PeerRules, _ operation: Access.Operation, _ version: SignatureVersion, _ method: String,
        _ bucket: String, _ key: String, _ names: [String]
    ) -> Bool {
        var text = ByteBuffer()
        let ranges = names.map { name in
            let start = text.count
            text.append(name)
            return start..<text.count
        }
        let profile = "default"
        let target = Target(
            method: Method(method.utf8Span.span), bucket: bucket.utf8Span.span, key: key.utf8Span.span)
        var question = Question(
            operation, profile: profile.utf8Span.span, target: target,
            parameters: ParameterNames(text: text.span, ranges: ranges.span))
        question.version = WantedVersion(version, usual: .v4)
        if case .granted = rules.decide(question) { return true }
        return false
    }
}
