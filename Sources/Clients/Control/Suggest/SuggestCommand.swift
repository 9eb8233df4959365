package import CommandLine
internal import Kernel
internal import Suggesting
internal import Time

/// `suggest`: writes the rules that grant what was used.
package struct SuggestCommand: ProgramCommand {
    package static let command = Command(
        "suggest", "Print the narrowest rules that grant what was used",
        details: [
            """
            Reads the audit of ossauthd in the journal, and prints an [Access] section for each caller, bucket and class of \
            requests, with the number of requests and days behind each line. Comments say what the records do not show. Let a \
            person read the sections before they replace a rule.
            """,
            """
            With Audit=summary the keys of reads are not on record, so no rule for reads is suggested. Set Audit=full in the \
            rule for a week first.
            """,
        ],
        options: [.since, .replay],
        examples: [
            Example("suggest --since 7d", "rules for the requests of a week"),
            Example("suggest --since 7d --check", "those that the present rules would refuse"),
        ])
    package static let hasJSON = false

    private let span: Duration
    private let replays: Bool

    package init(_ call: Call) throws(UsageError) {
        span = try call.seconds(of: .since) ?? .seconds(7 * 86_400)
        guard span <= .seconds(366 * 86_400) else { throw UsageError("--since must be a year at most") }
        replays = call.has(.replay)
    }

    package var socket: Socket { replays ? .admin : .api }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        let end = Timestamp.now
        let start = end + -span.components.seconds
        guard !replays else {
            var counts: [AuditedRequest: Int] = [:]
            try SuggestCommand.readJournal(since: start) { record in
                for request in record.requests { counts[request, default: 0] += 1 }
            }
            return try replay(counts, &session)
        }
        var suggestion = Suggestion(from: start) { user in (try? Account.numbered(user))?.name }
        try SuggestCommand.readJournal(since: start) { suggestion.add($0) }
        try session.terminal.print(suggestion.text(until: end, rules: try Checker.rules))
        return .done
    }

    private static let unit = "ossauthd.service"
    private static let user = "ossauthd"

    /// Passes each record of the daemon on, as `journalctl` prints it.
    private static func readJournal(
        since start: Timestamp, _ take: (JournalRecord) -> Void
    ) throws(Failure) {
        guard let account = try? Account.named(user) else {
            throw Failure(
                .usage, "this host has no user \(user), so its journal has no records of the daemon")
        }
        // With a journal of the daemon's own, its earlier records are in the other one.
        let ownJournal = (try? FileStatus.existing(at: "/run/systemd/journal.ossauthd")) ?? nil
        let words =
            ["--quiet", "--no-pager", "--all", "--output=json", "--since=@\(start.secondsSince1970)"]
            + ["--output-fields=\(JournalRecord.fields.joined(separator: ","))"]
            + (ownJournal == nil ? [] : ["--namespace=+ossauthd"])
            + ["_SYSTEMD_UNIT=\(unit)", "_UID=\(account.user)"]
        let isWhole = try Failure.saying(
            "the journal cannot be read",
            SystemdUnits.eachLine(of: "/bin/journalctl", to: words) { line in
                if let record = JournalRecord(line, ofUnit: unit, user: account.user) { take(record) }
            })
        guard isWhole else {
            throw Failure(.usage, "journalctl has failed; root and the group adm may read the journal")
        }
    }
}

extension Option {
    static let since = Option("since", .span("TIME"), "How far back to read the journal.", standard: "7d")
    static let replay = Option(
        "check", .flag, "Print the granted requests that the present rules would refuse; needs root.")
}
