package import CommandLine

/// What was signed, as lines that a script can take apart.
package enum SignedPage {
    package static func text(
        of answer: SignedAnswer, for terms: SigningTerms, as form: SignedForm
    ) -> String {
        switch form {
        case .request: lines(["\(answer.method) \(answer.urls[0])"] + terms.sentHeaders + answer.headerLines)
        case .headers: lines(terms.sentHeaders + answer.headerLines)
        case .curl(let body): CurlCommand.sending(answer, terms.sentHeaders, body: body)
        }
    }

    package static func lines(_ texts: [String]) -> String {
        texts.map { $0.visible + "\n" }.joined()
    }

    /// What whoever uses presigned URLs must know besides; `isOne`: no others were asked for.
    package static func notes(on answer: SignedAnswer, isOne: Bool) -> [String] {
        var notes: [String] = []
        if answer.limitedBy == "credential" {
            notes.append(
                "\(isOne ? "the URL ends" : "the URLs end") at \(answer.expiration) with the credential, "
                    + "earlier than asked for")
        }
        if !answer.headers.isEmpty {
            let headers = answer.headerLines.map { "'\($0)'" }.joined(separator: ", ")
            notes.append("whoever uses \(isOne ? "the URL" : "the URLs") must send \(headers)")
        }
        return notes
    }

    /// What holds for the keys of the URLs, whatever was answered.
    package static func note(on locations: [ObjectLocation]) -> String? {
        guard locations.contains(where: \.hasDotSegments) else { return nil }
        return
            "most clients change a path with '.' or '..' in it before they send it, and the signature fails; "
            + "send it unchanged, for example with curl --path-as-is"
    }

    /// The texts that were signed, each under a heading of its own.
    package static func explanation(of answer: SignedAnswer, _ ink: Ink) -> String {
        let parts = [("Canonical request", answer.canonicalRequest), ("String to sign", answer.stringToSign)]
        return parts.reduce(into: "") { text, part in
            guard let content = part.1 else { return }
            let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
            text += ink(.bold, part.0) + "\n" + lines.map { "  " + String($0).visible + "\n" }.joined()
        }
    }
}
