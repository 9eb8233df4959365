internal import CommandLine

/// What was signed, next to what the server signed, and why the two differ.
struct VerifyPage {
    private let ink: Ink

    init(_ ink: Ink) {
        self.ink = ink
    }

    func text(of check: SignatureCheck) -> String {
        let place = check.claim.isInURL ? "in the URL" : "in a header"
        var text = "signature of \(check.claim.version.rawValue) \(place), key \(check.claim.keyID.visible)\n"
        text += block("Canonical request", check.texts.canonicalRequest, check.error?.canonicalRequest)
        text += block("String to sign", check.texts.stringToSign, check.error?.stringToSign)
        let verdict = check.verdict
        return text + "\n" + ink(verdict.isGood ? .green : .red, "verdict") + " \(verdict.sentence.visible)\n"
    }

    private func block(_ title: String, _ here: String, _ there: String?) -> String {
        guard !here.isEmpty else { return "" }
        let lines = Comparison(here, there ?? here).lines
        let head = there == nil ? "" : "  (< signed here, > by the server)"
        return "\n" + ink(.bold, title) + head + "\n" + lines.map(text).joined()
    }

    private func text(of line: Comparison.Line) -> String {
        guard !line.isSame else { return "    \((line.here ?? "").visible)\n" }
        let here = line.here.map { ink(.red, "  < \($0.visible)") + "\n" } ?? ""
        return here + (line.there.map { ink(.green, "  > \($0.visible)") + "\n" } ?? "")
    }
}
