internal import Text

/// A URL of HTTP without user information, which would be a secret in the configuration.
package struct ServerURL: Equatable, Sendable {
    package enum Scheme: String, Sendable {
        case http, https
    }

    package let scheme: Scheme
    /// A name, or an address; that of IPv6 in brackets.
    package let host: String
    package let port: UInt16?
    /// Path and query: empty, or something that begins with `/` or `?`.
    package let target: String

    init(_ scheme: Scheme, host: String, port: UInt16? = nil, target: String = "") {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.target = target
    }

    package var text: String { "\(scheme.rawValue)://\(host)\(port.map { ":\($0)" } ?? "")\(target)" }

    /// Whether what is sent never leaves the host.
    package var isLoopback: Bool {
        let quad = host.split(separator: ".", omittingEmptySubsequences: false)
        let isAddress =
            quad.count == 4 && quad.allSatisfy { UInt8($0) != nil && $0.utf8.allSatisfy(\.isDigit) }
        return host.lowercased() == "localhost" || host == "[::1]" || isAddress && quad[0] == "127"
    }

    /// Whether a stranger could read what is sent.
    package var isExposed: Bool { scheme == .http && !isLoopback }
}

extension ServerURL {
    /// Reads a URL; the scheme may be missing where there is a default for it.
    init(_ text: String, defaultScheme: Scheme? = nil) throws(Complaint) {
        guard text.utf8.count <= 4_096, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Complaint(message: "a URL is made of printable ASCII characters without blanks")
        }
        let (scheme, rest) = try ServerURL.scheme(of: text, default: defaultScheme)
        guard !rest.utf8.contains(UInt8(ascii: "#")) else {
            throw Complaint(message: "a fragment (#) is never sent to a server")
        }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.utf8.contains(UInt8(ascii: "@")) else {
            throw Complaint(message: "a URL here has no user and no password in it")
        }
        let (host, port) = try ServerURL.hostAndPort(String(authority))
        self.init(scheme, host: host, port: port, target: String(rest.dropFirst(authority.count)))
    }

    private static func scheme(
        of text: String, default defaultScheme: Scheme?
    ) throws(Complaint) -> (Scheme, rest: Substring) {
        let lowercased = text.lowercased()
        if lowercased.hasPrefix("https://") { return (.https, text.dropFirst(8)) }
        if lowercased.hasPrefix("http://") { return (.http, text.dropFirst(7)) }
        guard let defaultScheme, !text.hasScheme else {
            throw Complaint(message: "a URL begins with https:// or http://")
        }
        return (defaultScheme, text[...])
    }

    private static func hostAndPort(_ authority: String) throws(Complaint) -> (host: String, port: UInt16?) {
        let isBracketed = authority.hasPrefix("[")
        let end =
            isBracketed
            ? authority.firstIndex(of: "]").map(authority.index(after:)) : authority.firstIndex(of: ":")
        let host = authority[..<(end ?? authority.endIndex)]
        guard isBracketed ? isAddress(host) : isName(host) else {
            throw Complaint(message: "the URL names no valid host")
        }
        let rest = authority.dropFirst(host.count)
        if rest.isEmpty { return (String(host), nil) }
        let digits = rest.dropFirst()
        guard rest.first == ":", digits.utf8.allSatisfy(\.isDigit), let port = UInt16(digits), port > 0 else {
            throw Complaint(message: "the URL names no valid port")
        }
        return (String(host), port)
    }

    private static func isName(_ host: Substring) -> Bool {
        !host.isEmpty && host.utf8.count <= 253 && host.first != "." && host.first != "-"
            && host.utf8.allSatisfy { $0.isAlphanumeric || "-._".utf8.contains($0) }
    }

    private static func isAddress(_ host: Substring) -> Bool {
        guard let end = host.firstIndex(of: "]"), host.index(after: end) == host.endIndex else {
            return false
        }
        let inside = host.dropFirst().dropLast()
        return inside.utf8.contains(UInt8(ascii: ":"))
            && inside.utf8.allSatisfy { $0.hexValue != nil || ":.".utf8.contains($0) }
    }
}

extension String {
    fileprivate var hasScheme: Bool {
        let name = utf8.prefix { $0.isAlphanumeric }
        return utf8.dropFirst(name.count).starts(with: "://".utf8)
    }
}
