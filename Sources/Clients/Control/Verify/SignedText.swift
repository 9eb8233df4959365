internal import CommandLine

/// A text that was signed here, and that of OSS.
struct SignedText {
    enum Kind {
        /// Verb, path, parameters, headers up to an empty line, names of headers, hash of the payload.
        case canonicalRequest
        /// Algorithm, time, scope, hash of the canonical request.
        case stringToSign
        /// Verb, MD5, type, date, headers, resource with parameters.
        case stringToSignV1
    }

    let kind: Kind
    let here: String
    /// `nil`: OSS did not say it.
    let there: String?

    /// A line, or a parameter of one.
    private struct Part: Equatable {
        let name: String
        let value: String

        static func == (left: Part, right: Part) -> Bool {
            left.hasName(of: right) && left.value.utf8.elementsEqual(right.value.utf8)
        }

        func hasName(of other: Part) -> Bool { name.utf8.elementsEqual(other.name.utf8) }
    }

    /// The first part that differs, and how.
    var difference: String? {
        guard let there else { return nil }
        let (left, right) = (parts(of: here), parts(of: there))
        let same = zip(left, right).prefix { $0 == $1 }.count
        switch (left.dropFirst(same).first, right.dropFirst(same).first) {
        case (let part?, let other?) where part.name.utf8.elementsEqual(other.name.utf8):
            return part.name + " differs" + SignedText.rewriting(part.value, other.value)
        case (let part?, let other) where other == nil || !right.contains(where: part.hasName):
            return part.name + " was signed, but OSS did not get it"
        case (_, let other?): return other.name + " was not signed, but OSS got it"
        default: return nil
        }
    }

    /// Typical changes of a value between the signer and OSS.
    private static func rewriting(_ here: String, _ there: String) -> String {
        if there.percentDecoded.utf8.elementsEqual(here.utf8) { return ": it was encoded twice" }
        if here.percentDecoded.utf8.elementsEqual(there.utf8) { return ": it was decoded on the way" }
        let blanks = [here, there].map { text in
            text.percentDecoded.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        }
        return blanks[0] == blanks[1] ? ": a + became a blank, or a blank a +" : ""
    }

    /// The lines of both, of which those that differ are marked.
    func page(_ ink: Ink, reveals: Bool) -> String {
        let left = SignedText.shown(here, reveals: reveals).lines
        let right = SignedText.shown(there ?? here, reveals: reveals).lines
        // `==` of String takes other bytes for the same letter.
        func isSame(_ line: String, _ other: String) -> Bool { line.utf8.elementsEqual(other.utf8) }
        let start = zip(left, right).prefix(while: isSame).count
        let end = zip(left.dropFirst(start).reversed(), right.dropFirst(start).reversed())
            .prefix(while: isSame).count
        let other = left.dropFirst(start).dropLast(end).map { ink(.red, "  < \($0.visible)") }
        let another = right.dropFirst(start).dropLast(end).map { ink(.green, "  > \($0.visible)") }
        let (before, behind) = (left.prefix(start), left.suffix(end))
        return (before.map { "    \($0.visible)" } + other + another + behind.map { "    \($0.visible)" })
            .map { "\($0)\n" }.joined()
    }

    private func parts(of text: String) -> [Part] {
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

    private static let secrets = ["x-oss-security-token", "security-token", "x-amz-security-token"]

    /// The text to print; a live token in it is shortened unless `reveals`.
    static func shown(_ text: String, reveals: Bool) -> String {
        reveals ? text : text.lines.map(withoutSecrets).joined(separator: "\n")
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
    fileprivate var lines: [String] {
        split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
