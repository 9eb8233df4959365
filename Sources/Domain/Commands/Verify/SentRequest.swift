internal import CommandLine

/// A request as it was sent to OSS, taken from its URL or from its head.
package struct SentRequest: Equatable, Sendable {
    let method: String
    /// Host and port.
    let host: String
    /// Percent-encoded, as it was sent.
    let path: String
    /// Decoded, in the order in which they were sent.
    let parameters: [Parameter]
    /// With lower-case names.
    let headers: [Field]

    struct Parameter: Equatable, Sendable {
        let name: String
        /// `nil`: there was no `=`.
        let value: String?
    }
}

extension SentRequest {
    /// Reads a URL, and what was sent with it.
    init(url: String, method: String, headers: [Header]) throws(UsageError) {
        guard let scheme = ["https://", "http://"].first(where: url.hasPrefix) else {
            throw UsageError("'\(url)' is no URL; write it as https://HOST/KEY?QUERY")
        }
        let rest = url.utf8.dropFirst(scheme.utf8.count)
        let start = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        let host = String(Substring(rest[..<start]))
        let sent = headers.map { Field(name: $0.name.lowercased(), value: $0.value) }
        self.init(method: method, host: host, target: String(Substring(rest[start...])), headers: sent)
    }

    private init(method: String, host: String, target: String, headers: [Field]) {
        let parts = target.utf8.split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        self.method = method
        self.host = host
        path = parts.first.map { String(Substring($0)) } ?? ""
        parameters = parts.count > 1 ? SentRequest.parameters(of: Substring(parts[1])) : []
        self.headers = headers
    }

    private static func parameters(of query: Substring) -> [Parameter] {
        query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Parameter(
                name: String(parts[0]).percentDecoded,
                value: parts.count > 1 ? String(parts[1]).percentDecoded : nil)
        }
    }

    /// Reads the head of a request, as a trace or a proxy shows it.
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

    private static func field(_ line: Substring) -> Field? {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let value = parts[1].drop { $0 == " " }
        return Field(name: parts[0].lowercased(), value: String(value))
    }
}

extension SentRequest {
    func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }.flatMap(\.value)
    }

    func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}
