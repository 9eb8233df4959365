package import Bytes
internal import CommandLine
internal import JSON
package import OSSAuthClient

/// The result of one check.
package struct Finding: Equatable, Sendable {
    package enum Verdict: String, Sendable {
        case good = "ok"
        /// It works, but needs attention.
        case doubtful = "warn"
        case bad = "fail"
        /// It could not be checked.
        case unknown
    }

    /// A word for the check, by which programs distinguish findings.
    package let id: String
    /// One of several, such as the name of a profile.
    let name: String?
    package let verdict: Verdict
    let sentence: String
    /// The remedy; `nil`: none is needed.
    package let fix: String?

    package init(
        _ id: String, of name: String? = nil, _ verdict: Verdict, _ sentence: String, fix: String? = nil
    ) {
        self.id = id
        self.name = name
        self.verdict = verdict
        self.sentence = sentence
        self.fix = fix
    }

    /// The same for a user's own daemon, whose units are those of the user's systemd, if it has one.
    package func ofOwnDaemon(hasSystemd: Bool) -> Finding {
        let fix = fix.map {
            hasSystemd
                ? $0.forUnitsOfUser
                : $0.exchanging("'systemctl restart ossauthd'", for: "restart the daemon")
        }
        return Finding(id, of: name, verdict, sentence, fix: fix)
    }

    var subject: String { name.map { "\(id) \($0)" } ?? id }

    /// A socket that only root may use; `nil`: others may, too.
    package static func socket(at path: String, mode: UInt32, group: String?) -> Finding? {
        guard group == "root", mode & 0o002 == 0 else { return nil }
        return Finding(
            "socket", .doubtful, "only root may use \(path)",
            fix: "nothing, if no other user needs it; else set SocketGroup=ossauth of ossauthd.socket")
    }

    /// A daemon that cannot be reached.
    ///
    /// `isGone`: systemd runs it, and the file of its socket is not there. Only the socket makes that again.
    package static func unreachable(_ failure: Failure, isGone: Bool = false) -> Finding {
        let parts = failure.sentence.split(separator: ";", maxSplits: 1).map { String($0) }
        let fix = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "see 'journalctl --unit ossauthd'"
        return Finding(
            "daemon", .bad, parts.first ?? failure.sentence,
            fix: isGone ? "'systemctl restart ossauthd.socket'" : fix)
    }

    /// Whether the rules let the caller have anything signed.
    ///
    /// `seesAll`: it uses the admin socket, which shows everything and signs nothing.
    package static func rules(_ identity: Identity, seesAll: Bool = false) -> Finding {
        let names = identity.rules.map { "[Access \($0.name)]" }.joined(separator: " ")
        guard !identity.rules.contains(where: \.signs) else {
            return Finding("rules", .good, "yours are \(names)")
        }
        let obstacle =
            names.isEmpty ? "no rule matches you" : "none of yours lets you have anything signed: \(names)"
        guard !seesAll else {
            return Finding(
                "rules", .unknown, "\(obstacle); the admin socket shows everything but signs nothing",
                fix: "'sudo -u USER ossauthctl doctor' tries it as the user of a program")
        }
        return Finding(
            "rules", .bad, "\(obstacle), so every request is refused",
            fix: "add an [Access NAME] section whose Match= fits what 'ossauthctl whoami' says, and reload")
    }
}

extension String {
    /// The same with each command between quotes for the units of the user.
    fileprivate var forUnitsOfUser: String {
        split(separator: "'", omittingEmptySubsequences: false).map {
            String($0).exchanging("systemctl ", for: "systemctl --user ")
                .exchanging("journalctl --unit ", for: "journalctl --user-unit ")
        }.joined(separator: "'")
    }
}

extension [Finding] {
    /// Whether nothing prevents the daemon from signing for the caller.
    package var isGood: Bool { allSatisfy { $0.verdict != .bad } }
}

extension Rule {
    /// Whether it grants a signature or a credential.
    fileprivate var signs: Bool {
        grants.contains { grant in
            guard grant.key == "allow", case .words(let words) = grant.value else { return false }
            return words.contains { !["status", "watch"].contains($0) }
        }
    }
}

// The findings for people.
extension Page {
    /// The width of the widest status, and the indentation of a fix.
    private static let indent = 9

    func text(of findings: [Finding]) -> String {
        findings.map(text).joined() + "\n" + summary(of: findings) + "\n"
    }

    private func text(of finding: Finding) -> String {
        let indent = Page.indent
        let sentence = "\(finding.subject): \(finding.sentence)".visible
            .wrapped(from: indent, indent: indent, to: width)
        let fix = finding.fix.map {
            String(repeating: " ", count: indent) + ink(.bold, "fix: ")
                + $0.visible.wrapped(from: indent + 5, indent: indent + 5, to: width) + "\n"
        }
        return ink(finding.verdict.colour, finding.verdict.rawValue.padded(to: indent)) + sentence + "\n"
            + (fix ?? "")
    }

    private func summary(of findings: [Finding]) -> String {
        let bad = findings.filter { $0.verdict == .bad }.count
        guard bad > 0 else {
            let isTried = findings.contains { $0.id == "rules" && $0.verdict == .good }
            let doubtful = findings.filter { $0.verdict == .doubtful }.count
            let warnings = doubtful == 0 ? "" : doubtful == 1 ? " One warning." : " \(doubtful) warnings."
            let end = isTried ? "for you." : "but nothing was signed for you."
            return ink(
                .green, "Nothing keeps the daemon from signing\(isTried ? " " : ", ")\(end)\(warnings)")
        }
        return ink(
            .red,
            bad == 1 ? "Fix one problem." : "Fix \(bad) problems; begin with the first.")
    }
}

extension Finding.Verdict {
    fileprivate var colour: Ink.Colour {
        switch self {
        case .good: .green
        case .doubtful: .yellow
        case .bad: .red
        case .unknown: .dim
        }
    }
}

extension ByteBuffer {
    /// Appends a JSON object with the findings and the overall result.
    package mutating func append(_ findings: [Finding]) {
        beginObject()
        member("ok", findings.isGood)
        member(array: "checks") { checks in
            for finding in findings {
                checks.beginObject()
                checks.member("id", finding.id)
                checks.member("name", orNull: finding.name)
                checks.member("status", finding.verdict.rawValue)
                checks.member("message", finding.sentence)
                checks.member("fix", orNull: finding.fix)
                checks.endObject()
            }
        }
        endObject()
    }
}
