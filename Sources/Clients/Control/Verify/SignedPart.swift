/// A part of a signed text: a line, or one parameter of its query.
struct SignedPart: Equatable, Sendable {
    /// The meaning of a part, by which the parts of both sides are paired.
    enum Role: Equatable, Sendable {
        case method, path, emptyQuery, endOfHeaders, signedHeaders, payload
        case parameter(String)
        case header(String)
        /// In the string to sign of V4 and S3.
        case algorithm, time, scope, hash
        /// In the string to sign of V1; the parameters follow the resource in one line.
        case contentMD5, contentType, date, resource
        /// A line that no specification has.
        case surplus
    }

    let role: Role
    /// The text without the separator before it.
    let text: String

    init(_ role: Role, _ text: String) {
        self.role = role
        self.text = text
    }

    /// The separator from the part before it in the same line; `nil`: it begins a line.
    func mark(behind other: SignedPart?) -> String? {
        guard case .parameter = role else { return nil }
        switch other?.role {
        case .parameter: return "&"
        case .resource: return "?"
        default: return nil
        }
    }

    /// The text without a leading name.
    var value: String {
        switch role {
        case .parameter(let name), .header(let name):
            String(text.unicodeScalars.dropFirst(name.unicodeScalars.count + 1))
        default: text
        }
    }
}

extension SignedPart {
    /// Whether it must not appear in a ticket: a live token, or a signature.
    var isSecret: Bool {
        switch role {
        case .parameter(let name), .header(let name):
            SignedPart.secrets.contains(name.lowercased())
        default: false
        }
    }

    private static let secrets = [
        "x-oss-security-token", "security-token", "x-oss-signature", "x-amz-security-token",
        "x-amz-signature",
    ]

    /// The text to print; a secret is shortened unless `reveals`.
    func shown(reveals: Bool) -> String {
        guard isSecret, !reveals else { return text }
        let nameLength = text.unicodeScalars.count - value.unicodeScalars.count
        return String(Substring(text.unicodeScalars.prefix(nameLength))) + value.shortened
    }

    /// The text of these parts together.
    static func text(of parts: [SignedPart], reveals: Bool) -> String {
        var last: SignedPart?
        return parts.reduce(into: "") { text, part in
            if last != nil { text += part.mark(behind: last) ?? "\n" }
            text += part.shown(reveals: reveals)
            last = part
        }
    }

    /// V4 and S3: verb, URI, query, headers up to an empty line, names of headers, hash of the payload.
    static func parts(ofCanonicalRequest text: String) -> [SignedPart] {
        var lines = text.lines[...]
        var parts = zip([Role.method, .path], lines.prefix(2)).map { SignedPart($0, $1) }
        lines = lines.dropFirst(2)
        if let query = lines.popFirst() {
            parts += query.isEmpty ? [SignedPart(.emptyQuery, "")] : parameters(of: query)
        }
        let end = zip([Role.signedHeaders, .payload], lines.suffix(2)).map { SignedPart($0, $1) }
        return parts + lines.dropLast(2).map(header) + end
    }

    /// V4 and S3: algorithm, time, scope, hash of the canonical request.
    static func parts(ofStringToSignV4 text: String) -> [SignedPart] {
        named([.algorithm, .time, .scope, .hash], text.lines)
    }

    /// V1: verb, MD5, type, date, headers, resource.
    static func parts(ofStringToSignV1 text: String) -> [SignedPart] {
        let lines = text.lines
        guard lines.count > 4 else { return named([.method, .contentMD5, .contentType, .date], lines) }
        return named([.method, .contentMD5, .contentType, .date], Array(lines.prefix(4)))
            + lines.dropFirst(4).dropLast().map(header) + resource(lines[lines.count - 1])
    }

    private static func named(_ roles: [Role], _ lines: [String]) -> [SignedPart] {
        zip(roles, lines).map { SignedPart($0, $1) }
            + lines.dropFirst(roles.count).map { SignedPart(.surplus, $0) }
    }

    private static func header(_ line: String) -> SignedPart {
        line.isEmpty ? SignedPart(.endOfHeaders, "") : SignedPart(.header(line.beginning(before: ":")), line)
    }

    private static func resource(_ line: String) -> [SignedPart] {
        let pieces = line.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        return [SignedPart(.resource, pieces[0])] + (pieces.count > 1 ? parameters(of: pieces[1]) : [])
    }

    private static func parameters(of query: String) -> [SignedPart] {
        query.split(separator: "&").map(String.init).map { text in
            SignedPart(.parameter(text.beginning(before: "=")), text)
        }
    }
}

extension String {
    /// The beginning of a secret, by which its owner recognizes it.
    var shortened: String { "\(prefix(4))… (\(count) characters)" }

    fileprivate var lines: [String] {
        split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    fileprivate func beginning(before mark: Character) -> String {
        String(prefix { $0 != mark })
    }
}
