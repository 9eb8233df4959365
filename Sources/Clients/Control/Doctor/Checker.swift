package import JSON
internal import Kernel

/// `ossauthd --check`, which reads the configuration as the daemon does.
enum Checker {
    /// It may ask the name service for users.
    private static let patience: Int64 = 120_000_000_000
    /// The credentials that systemd gave to the running unit; only root and the daemon can read them.
    private static let credentials = "/run/credentials/ossauthd.service"

    /// Its findings about the configuration of the host.
    ///
    /// `isRunning`: a daemon that runs goes on as it is, so even an error is only a warning.
    static func findings(isRunning: Bool) throws(Failure) -> [Finding] {
        let text = try answer(["--check", "--json"]).text
        do throws(JSONError) {
            return try Finding.checked(text, isRunning: isRunning)
        } catch {
            throw Failure(.usage, "the answer of 'ossauthd --check --json' cannot be read: \(error)")
        }
    }

    /// The names of the rules.
    static var rules: [String] {
        get throws(Failure) {
            let (text, isGood) = try answer(["--print", "rules"])
            guard isGood else { throw Failure(.usage, "'ossauthd --check' finds an error to correct first") }
            return text.split(separator: "\n").map(String.init)
        }
    }

    private static func answer(_ words: [String]) throws(Failure) -> (text: String, isGood: Bool) {
        let folder = try? FileStatus.existing(at: credentials)
        return try Failure.saying(
            "ossauthd, which knows the configuration, cannot be run",
            SystemdUnits.answer(
                of: ThisProcess.neighbour("ossauthd"), to: words,
                with: folder == nil ? [] : ["CREDENTIALS_DIRECTORY=\(credentials)"], within: patience))
    }
}

extension Finding {
    package static func checked(_ text: String, isRunning: Bool) throws(JSONError) -> [Finding] {
        var json = JSONReader(text.utf8Span.span)
        var findings: [Finding] = []
        try json.object { name, json throws(JSONError) in
            guard name == "findings" else {
                _ = try json.skipValue()
                return
            }
            try json.beginArray()
            while try json.nextElement() { findings.append(try Finding(&json, isRunning: isRunning)) }
        }
        return findings
    }

    private init(_ json: inout JSONReader, isRunning: Bool) throws(JSONError) {
        var members: [String: String] = [:]
        try json.object { name, json throws(JSONError) in members[name] = try json.textOrNull() }
        let verdict: Verdict =
            switch members["severity"] {
            case "error": isRunning ? .doubtful : .bad
            case "warning": .doubtful
            // This user may not judge it.
            default: .unknown
            }
        let place = members["place"].map { "\($0): " } ?? ""
        self.init("configuration", verdict, place + (members["text"] ?? ""), fix: members["remedy"])
    }
}
