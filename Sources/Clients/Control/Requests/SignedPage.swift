package import CommandLine
package import OSSAuthClient

/// Signed requests as lines that a script can parse.
package enum SignedPage {
    package static func lines(_ texts: [String]) -> String {
        texts.map { $0.visible + "\n" }.joined()
    }

    /// Notes for the person who uses presigned URLs; `isOne`: there is only one.
    package static func notes(on answer: SignedAnswer, isOne: Bool) -> [String] {
        var notes: [String] = []
        if answer.endsWithCredential {
            notes.append(note(onEndOf: isOne ? "the URL ends" : "the URLs end", answer))
        }
        if !answer.headers.isEmpty {
            let headers = answer.headers.map { "'\($0.line)'" }.joined(separator: ", ")
            notes.append("every request with \(isOne ? "the URL" : "the URLs") must send \(headers)")
        }
        return notes
    }

    /// The note on an answer that ends with the credential.
    static func note(onEndOf subject: String, _ answer: SignedAnswer) -> String {
        "\(subject) at \(answer.expiration) with the credential, earlier than asked for"
    }

    /// A note on the keys, independent of the answer.
    static func note(on locations: ArraySlice<ObjectLocation>) -> String? {
        guard locations.contains(where: \.hasDotSegments) else { return nil }
        return
            "most clients change a path with '.' or '..' in it before they send it, and the signature fails; "
            + "send it unchanged, for example with curl --path-as-is"
    }

    /// The signed texts, each below a heading.
    package static func explanation(of answer: SignedAnswer, _ ink: Ink) -> String {
        let parts = [("Canonical request", answer.canonicalRequest), ("String to sign", answer.stringToSign)]
        return parts.reduce(into: "") { text, part in
            guard let content = part.1 else { return }
            let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
            text += ink(.bold, part.0) + "\n" + lines.map { "  " + String($0).visible + "\n" }.joined()
        }
    }
}
