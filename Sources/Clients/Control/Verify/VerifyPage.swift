internal import CommandLine
internal import Signing

/// The page of `verify`: the signed texts of both sides and their differences.
struct VerifyPage {
    private let ink: Ink
    /// Whether tokens and signatures are printed whole.
    private let reveals: Bool

    init(_ ink: Ink, reveals: Bool) {
        self.ink = ink
        self.reveals = reveals
    }

    func text(of check: SignatureCheck) -> String {
        let place = check.claim.isInURL ? "in the URL" : "in a header"
        var text = conclusion(check.verdict) + (check.error.map(answer) ?? "")
        text += "\nsignature of \(check.claim.version.rawValue) \(place), key \(check.claim.keyID.visible)\n"
        var number = 0
        let blocks = [
            ("Canonical request", check.requests, check.error?.canonicalRequest),
            ("String to sign", check.strings, check.error?.stringToSign),
        ]
        for (title, comparison, answer) in blocks where !comparison.rows.isEmpty {
            text +=
                "\n" + ink(.bold, title) + (answer == nil ? "" : "  (< signed here, > by the server)") + "\n"
            text += block(comparison, &number)
        }
        return text
    }

    /// The verdict and the numbered differences.
    private func conclusion(_ verdict: Verdict) -> String {
        let mark = ink(verdict.isGood ? .green : .red, "verdict")
        var text = "\(mark) \(verdict.sentence.visible.wrapped(from: 8, indent: 8))\n"
        for (index, difference) in verdict.differences.enumerated() {
            let sentence = difference.sentence(reveals: reveals).visible.wrapped(from: 4, indent: 4)
            let meaning = ink(.dim, difference.meaning.visible.wrapped(from: 4, indent: 4))
            text += "\(margin(index + 1))  \(sentence)\n    \(meaning)\n"
        }
        guard !verdict.causes.isEmpty else { return text }
        return text + "usual causes, the most frequent first:\n"
            + verdict.causes.map { "  - \($0.visible.wrapped(from: 4, indent: 4))\n" }.joined()
    }

    /// The values that the support of Alibaba Cloud asks for.
    private func answer(_ error: ServerError) -> String {
        let rows = [
            ("OSS said", "\(error.code)\(error.message.isEmpty ? "" : ": \(error.message)")"),
            ("EC", error.errorCode),
            ("RequestId", error.requestID), ("see", error.recommendation),
        ]
        return "\n"
            + rows.compactMap { name, value in
                value.map { "\(name.padded(to: 10))\($0.visible.wrapped(from: 10, indent: 10))\n" }
            }.joined()
    }

    private func margin(_ number: Int?) -> String {
        (number.map(String.init) ?? "").aligned(to: 2)
    }
}

extension VerifyPage {
    private func block(_ comparison: Comparison, _ number: inout Int) -> String {
        var text = ""
        for line in lines(of: comparison.rows) {
            guard line.contains(where: { !$0.isSame }) else {
                text += "    \(joined(line).visible)\n"
                continue
            }
            for (index, row) in line.enumerated() {
                if row.difference != nil { number += 1 }
                text += self.text(of: row, row.difference == nil ? nil : number, isInside: index > 0)
            }
        }
        return text
    }

    /// The rows by the lines of the texts.
    ///
    /// An empty query is omitted beside another one.
    private func lines(of rows: [Comparison.Row]) -> [[Comparison.Row]] {
        let shown = rows.filter { $0.isSame || $0.part?.role != .emptyQuery }
        return shown.reduce(into: []) { lines, row in
            let mark = row.part?.mark(behind: lines.last?.last?.part)
            if mark == nil { lines.append([row]) } else { lines[lines.count - 1].append(row) }
        }
    }

    private func joined(_ line: [Comparison.Row]) -> String {
        var last: SignedPart?
        return line.compactMap(\.here).reduce(into: "") { text, part in
            text += (part.mark(behind: last) ?? "") + part.shown(reveals: reveals)
            last = part
        }
    }

    private func text(of row: Comparison.Row, _ number: Int?, isInside: Bool) -> String {
        let indent = isInside ? "  " : ""
        func side(_ part: SignedPart?, _ mark: String, _ colour: Ink.Colour) -> String {
            guard let part else { return "" }
            return ink(colour, "\(margin(number))\(mark) \(indent)\(part.shown(reveals: reveals).visible)")
                + "\n"
        }
        guard !row.isSame else { return "    \(indent)\(row.here?.shown(reveals: reveals).visible ?? "")\n" }
        return side(row.here, "<", .red) + side(row.there, ">", .green)
    }
}
