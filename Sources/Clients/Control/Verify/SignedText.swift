/// A text that a signature covers.
struct SignedText: Equatable, Sendable {
    enum Kind {
        /// Verb, path, parameters, headers up to an empty line, names of headers, hash of the payload.
        case canonicalRequest
        /// Algorithm, time, scope, hash of the canonical request.
        case stringToSign
        /// Verb, MD5, type, date, headers, resource with parameters.
        case stringToSignV1
    }

    let kind: Kind
    let text: String

    init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// A line, or a parameter of one.
    struct Part: Equatable, Sendable {
        let name: String
        let value: String

        static func == (left: Part, right: Part) -> Bool {
            left.hasName(of: right) && left.value.utf8.elementsEqual(right.value.utf8)
        }

        func hasName(of other: Part) -> Bool { name.utf8.elementsEqual(other.name.utf8) }
    }
}

extension SignedText {
    var parts: [Part] {
        let lines = text.lines
        switch kind {
        case .canonicalRequest:
            let end = lines.dropFirst(3).suffix(2)
            return SignedText.named(["the method", "the path"], lines.prefix(2))
                + lines.dropFirst(2).prefix(1).flatMap(SignedText.parameters)
                + lines.dropFirst(3).dropLast(2).compactMap { SignedText.part("header", $0, ":") }
                + SignedText.named(["the list of signed headers", "the hash of the payload"], end)
        case .stringToSign:
            return SignedText.named(
                ["the algorithm", "the time", "the scope with day and region", "the canonical request"],
                lines[...])
        case .stringToSignV1:
            let resource = lines.dropFirst(4).last?.split(separator: "?", maxSplits: 1).map(String.init) ?? []
            return SignedText.named(
                ["the method", "the Content-MD5", "the Content-Type", "the date"], lines.prefix(4))
                + lines.dropFirst(4).dropLast().compactMap { SignedText.part("header", $0, ":") }
                + SignedText.named(["the path"], resource.prefix(1))
                + resource.dropFirst().flatMap(SignedText.parameters)
        }
    }

    private static func named(_ names: [String], _ lines: ArraySlice<String>) -> [Part] {
        zip(names, lines).map(Part.init)
    }

    private static func parameters(of query: String) -> [Part] {
        query.split(separator: "&").compactMap { part("parameter", String($0), "=") }
    }

    private static func part(_ kind: String, _ text: String, _ mark: Unicode.Scalar) -> Part? {
        guard !text.isEmpty else { return nil }
        let name = text.unicodeScalars.prefix { $0 != mark }
        return Part(
            name: "the \(kind) '\(String(name))'",
            value: String(text.unicodeScalars.dropFirst(name.count + 1)))
    }
}

extension SignedText {
    private static let secrets = ["x-oss-security-token", "security-token", "x-amz-security-token"]

    /// The text to print; a live token in it is shortened unless `reveals`.
    func shown(reveals: Bool) -> String {
        reveals ? text : text.lines.map(SignedText.withoutSecrets).joined(separator: "\n")
    }

    private static func withoutSecrets(_ line: String) -> String {
        line.split(separator: "&", omittingEmptySubsequences: false).map { piece in
            let name = piece.prefix { $0 != "=" && $0 != ":" }
            // The first parameter of V1 is behind the path.
            let word = name.split(separator: "?").last ?? name
            guard secrets.contains(word.lowercased()) else { return String(piece) }
            let value = piece.dropFirst(name.count + 1)
            return "\(piece.prefix(name.count + 1))\(value.prefix(4))… (\(value.count) characters)"
        }
        .joined(separator: "&")
    }
}

extension String {
    var lines: [String] {
        split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
