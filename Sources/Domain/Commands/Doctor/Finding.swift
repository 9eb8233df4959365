internal import CommandLine

/// One thing that was examined.
package struct Finding: Equatable, Sendable {
    package enum Verdict: String, Sendable {
        case good = "ok"
        /// It works, but somebody should look at it.
        case doubtful = "warn"
        case bad = "fail"
        /// It could not be examined.
        case unknown
    }

    /// One word for the kind of thing, by which a program tells one from another.
    package let id: String
    /// Which of several, such as the name of a profile.
    let name: String?
    package let verdict: Verdict
    let sentence: String
    /// What to do; `nil` where nothing is to be done.
    let mend: String?

    package init(
        _ id: String, of name: String? = nil, _ verdict: Verdict, _ sentence: String, mend: String? = nil
    ) {
        self.id = id
        self.name = name
        self.verdict = verdict
        self.sentence = sentence
        self.mend = mend
    }

    var subject: String { name.map { "\(id) \($0)" } ?? id }
}

extension [Finding] {
    /// Nothing keeps the daemon from signing for the caller.
    package var isGood: Bool { allSatisfy { $0.verdict != .bad } }
}

extension Finding {
    /// The socket at a path, by its mode; whether the daemon answers there is another question.
    package static func socket(at path: String, mode: UInt32) -> Finding {
        guard mode & 0o002 != 0 else {
            return Finding("socket", .good, "\(path) is there, with mode \(octal(mode))")
        }
        return Finding(
            "socket", .doubtful, "\(path) is open to every user of the host, with mode \(octal(mode))",
            mend: "nothing, if the rules are meant for everybody; else set ApiSocketMode=0660,"
                + " or SocketMode=0660 of the unit that made it")
    }

    private static func octal(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// A daemon that cannot be asked.
    package static func unreachable(_ failure: Failure) -> Finding {
        let parts = failure.sentence.split(separator: ";", maxSplits: 1).map { String($0) }
        let mend = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "see 'journalctl --unit ossauthd'"
        return Finding("daemon", .bad, parts.first ?? failure.sentence, mend: mend)
    }

    /// The rules of whoever asks, who sees all without one where the admin socket lets him.
    package static func rules(_ identity: IdentityAnswer, seesAll: Bool = false) -> Finding {
        let names = identity.rules.map { "[Access \($0.name)]" }
        guard names.isEmpty else {
            return Finding("rules", .good, "yours are \(names.joined(separator: " "))")
        }
        guard !seesAll else {
            return Finding("rules", .good, "none is for you: you see everything, and may have nothing signed")
        }
        return Finding(
            "rules", .bad, "no rule is for you, so everything is refused",
            mend: "add an [Access NAME] section whose Match= fits what 'ossauthctl whoami' says, and reload")
    }
}
