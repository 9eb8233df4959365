internal import Bytes
internal import CommandLine
internal import OSSAuthClient
internal import Text

/// A request as it was sent to OSS, read from its URL or its head.
struct SentRequest: Sendable {
    let method: String
    /// Host and port.
    let host: String
    /// Percent-encoded, as it was sent.
    let path: String
    /// Decoded, in the order of the request.
    let parameters: [OSSRequest.Parameter]
    /// With lower-case names.
    let headers: [OSSRequest.Header]
}

extension SentRequest {
    /// Reads a URL, and the method and headers sent with it.
    init(url: String, method: String, headers: [OSSRequest.Header]) throws(UsageError) {
        guard let scheme = ["https://", "http://"].first(where: url.hasPrefix) else {
            throw UsageError("'\(url)' is not a URL; write it as https://HOST/KEY?QUERY")
        }
        let rest = url.utf8.dropFirst(scheme.utf8.count)
        let start = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        // Clients leave out the port of the scheme in Host, which S3 signs.
        let port = scheme == "https://" ? ":443" : ":80"
        let authority = String(Substring(rest[..<start]))
        let host = authority.hasSuffix(port) ? String(authority.dropLast(port.count)) : authority
        let sent = headers.map { OSSRequest.Header($0.name.lowercased(), $0.value) }
        self.init(method: method, host: host, target: String(Substring(rest[start...])), headers: sent)
    }

    private init(method: String, host: String, target: String, headers: [OSSRequest.Header]) {
        let parts = target.utf8.split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        self.init(
            method: method, host: host, path: parts.first.map { String(Substring($0)) } ?? "",
            parameters: parts.count > 1 ? SentRequest.parameters(of: Substring(parts[1])) : [],
            headers: headers)
    }

    private static func parameters(of query: Substring) -> [OSSRequest.Parameter] {
        query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return OSSRequest.Parameter(
                String(parts[0]).percentDecoded,
                parts.count > 1 ? String(parts[1]).percentDecoded : nil)
        }
    }

    /// Reads the head of a request in the form of a trace.
    init(head text: String) throws(UsageError) {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        let first = lines.first?.split(separator: " ") ?? []
        guard first.count >= 2, first[1].hasPrefix("/") else {
            throw UsageError("the request does not begin as 'GET /key HTTP/1.1' does")
        }
        let headers = lines.dropFirst().prefix { !$0.isEmpty }.compactMap(SentRequest.field)
        guard let host = headers.first(where: { $0.name == "host" })?.value else {
            throw UsageError("the request has no Host header")
        }
        self.init(method: String(first[0]), host: host, target: String(first[1]), headers: headers)
    }

    private static func field(_ line: Substring) -> OSSRequest.Header? {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let value = parts[1].drop { $0 == " " }
        return OSSRequest.Header(parts[0].lowercased(), String(value))
    }

    func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }.flatMap(\.value)
    }

    func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// The bucket and the key; `named`: the bucket, where the host does not contain it.
    func place(named: String?) throws(UsageError) -> (bucket: String?, key: String?) {
        let key = decodedPath
        if let named { return (named, key.isEmpty ? nil : key) }
        let name = host.split(separator: ":").first.map(String.init) ?? ""
        if name.hasSuffix(".aliyuncs.com"), let label = name.split(separator: ".").first {
            guard label.hasPrefix("oss-") else { return (String(label), key.isEmpty ? nil : key) }
            return Self.placeInPath(key)
        }
        let isNumber = name.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") } || host.hasPrefix("[")
        guard isNumber || name == "localhost" else {
            throw UsageError("'\(host)' does not tell the bucket; say it with --bucket")
        }
        return Self.placeInPath(key)
    }

    /// S3 signs the host and the path, wherever the bucket is.
    var placeInS3: (bucket: String?, key: String?) { (nil, decodedPath) }

    /// Without the slash at its beginning.
    private var decodedPath: String {
        let decoded = path.percentDecoded
        return decoded.hasPrefix("/") ? String(decoded.dropFirst()) : decoded
    }

    private static func placeInPath(_ path: String) -> (bucket: String?, key: String?) {
        let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let names = parts.map { $0.isEmpty ? nil : $0 }
        return (names.first ?? nil, names.count > 1 ? names[1] : nil)
    }
}

extension String {
    /// The decoded text; an invalid encoding stays unchanged.
    var percentDecoded: String {
        var buffer = ByteBuffer(capacity: utf8.count)
        guard buffer.append(percentDecoding: utf8Span.span) != nil else { return self }
        return String(copying: buffer.span)
    }
}
