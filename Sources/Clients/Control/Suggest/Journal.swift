internal import Kernel
internal import Reaching
internal import Suggesting
internal import Time

/// The records of the daemon in the journal, as `journalctl` prints them.
enum Journal {
    private static let unit = "ossauthd.service"
    private static let user = "ossauthd"

    /// Passes each record on.
    static func read(since start: Timestamp, _ take: (JournalRecord) -> Void) throws(Failure) {
        guard let account = try? Account.named(user) else {
            throw Failure(
                .usage, "this host has no user \(user), so its journal has no records of the daemon")
        }
        let isWhole = try Failure.saying(
            "the journal cannot be read",
            SystemdUnits.eachLine(of: "/bin/journalctl", to: words(since: start, account.user)) { line in
                if let record = JournalRecord(line, ofUnit: unit, user: account.user) { take(record) }
            })
        guard isWhole else {
            throw Failure(.usage, "journalctl has failed; root and the group adm may read the journal")
        }
    }

    private static func words(since start: Timestamp, _ user: UInt32) -> [String] {
        // With a journal of the daemon's own, its earlier records are in the other one.
        let ownJournal = (try? FileStatus.existing(at: "/run/systemd/journal.ossauthd")) ?? nil
        return ["--quiet", "--no-pager", "--all", "--output=json", "--since=@\(start.secondsSince1970)"]
            + ["--output-fields=\(JournalRecord.fields.joined(separator: ","))"]
            + (ownJournal == nil ? [] : ["--namespace=+ossauthd"]) + [
                "_SYSTEMD_UNIT=\(unit)", "_UID=\(user)",
            ]
    }
}
