// Findings from the state of the units.
extension Finding {
    /// A unit of the daemon that is not as it should be; `nil`: it is, and only an answer of the daemon is good.
    ///
    /// `errors`: the last ones in its journal.
    package static func unit(_ unit: UnitState, errors: [String] = []) -> Finding? {
        if unit.isMasked {
            return Finding(
                "unit", unit.state == "active" ? .doubtful : .bad,
                "\(unit.name) is masked and \(unit.state): systemd does not start it",
                fix: "'systemctl unmask \(unit.name)', then 'systemctl start \(unit.name)'")
        }
        if unit.isAtStartLimit {
            return Finding(
                "unit", .bad,
                "\(unit.name) reached a start limit: systemd starts it no more, and has removed its sockets",
                fix: "'systemctl reset-failed \(unit.name)', then 'systemctl start \(unit.name)'; a drop-in "
                    + "sets that limit ('systemctl cat \(unit.name)')")
        }
        if unit.restartsAgainAndAgain {
            return Finding(
                "unit", .bad, "\(unit.name) restarts again and again\(unit.reason(errors))", fix: correction)
        }
        switch unit.state {
        case "active": return nil
        case "failed":
            return Finding("unit", .bad, "\(unit.name) has failed\(unit.reason(errors))", fix: correction)
        case "activating", "deactivating", "reloading":
            return Finding(
                "unit", .doubtful, "\(unit.name) is \(unit.state)",
                fix: "wait a moment, then 'ossauthctl doctor' again")
        default:
            return Finding(
                "unit", .doubtful, "\(unit.name) is \(unit.state)",
                fix: "'systemctl enable --now ossauthd', if systemd is to run it")
        }
    }

    /// The end of whatever keeps the daemon from a start or a reload: it works in each state of the unit.
    static let correction = "correct that, then 'systemctl reload-or-restart ossauthd'"

    /// A reload that systemd refused, because a start would fail; `nil`: the last one did not.
    ///
    /// `errors`: those of its check.
    package static func reload(_ unit: UnitState, errors: [String]) -> Finding? {
        guard unit.state == "active", let status = unit.statusOfCheck, !["0", "1"].contains(status) else {
            return nil
        }
        let reason = errors.isEmpty ? "" : ": \(errors.joined(separator: "; "))"
        return Finding(
            "reload", .doubtful,
            "a restart would fail, as the last reload did: its check ended with status \(status)\(reason)",
            fix: correction)
    }

    /// Units whose files changed since systemd read them; `nil`: none.
    package static func changedFiles(_ units: [UnitState]) -> Finding? {
        let changed = units.filter(\.needsReload)
        guard !changed.isEmpty else { return nil }
        return Finding(
            "unit files", .doubtful,
            "systemd has not read those of \(changed.map(\.name).joined(separator: " ")) since they changed",
            fix:
                "'systemctl daemon-reload', then 'systemctl reload ossauthd' says whether a restart would work"
        )
    }

    /// A socket that another unit wants and that is not active; `nil`: it is, or nothing wants it.
    ///
    /// `errors`: the last ones in its journal.
    package static func socket(_ unit: UnitState, errors: @autoclosure () -> [String]) -> Finding? {
        guard unit.isWanted, unit.state != "active" else { return nil }
        let reasons = unit.state == "failed" ? errors() : []
        // systemd says more after the cause.
        let reason = reasons.first(where: isTakenPort) ?? reasons.last
        let start = unit.isWantedByDaemon ? "'systemctl restart ossauthd'" : "'systemctl start \(unit.name)'"
        return Finding(
            "sockets", .bad,
            "\(unit.name) is wanted and \(unit.isMasked ? "masked" : unit.state)\(reason.map { ": \($0)" } ?? "")",
            fix: step(before: unit, reason) + start)
    }

    private static func isTakenPort(_ reason: String) -> Bool { reason.hasSuffix("Address already in use") }

    private static func step(before unit: UnitState, _ reason: String?) -> String {
        if unit.isMasked { return "'systemctl unmask \(unit.name)', then " }
        if unit.isAtStartLimit { return "'systemctl reset-failed \(unit.name)', then " }
        return reason.map(isTakenPort) == true
            ? "stop the program that has the port ('ss -ltnp' names it), then " : ""
    }

    /// Units that answer now and will not after the next start of the host; `nil`: none.
    ///
    /// The other sockets start with the daemon, and that of the API starts the daemon.
    package static func boot(_ unit: UnitState, _ sockets: [UnitState]) -> Finding? {
        let startsDaemon = ([unit] + sockets.filter { $0.name == "ossauthd.socket" }).contains(
            where: \.isEnabled)
        let lost =
            (startsDaemon || unit.isMasked || unit.state != "active" ? [] : [unit])
            + sockets.filter { $0.state == "active" && !$0.isWanted }
        guard !lost.isEmpty else { return nil }
        let names = lost.map(\.name).joined(separator: " ")
        return Finding(
            "boot", .doubtful, "not enabled, so not there after the next start of the host: \(names)",
            fix: "'systemctl enable \(names)'")
    }

    /// Whether users of `[Role]` get a role, and never the metadata of the instance; `nil`: there are none.
    ///
    /// `text`: lines with a priority, as for the journal.
    package static func roleAddress(_ text: String) -> Finding? {
        let lines = text.split(separator: "\n")
        let worst = lines.compactMap { $0.first == "<" ? $0.dropFirst().first : nil }.min()
        guard let worst else { return nil }
        let sentences = lines.map { $0.dropFirst(3) }.joined(separator: "; ")
        guard worst < "5" else {
            return Finding("role address", worst < "6" ? .unknown : .good, sentences)
        }
        return Finding(
            "role address", worst < "4" ? .bad : .doubtful, sentences,
            fix:
                "'systemctl unmask' what is masked, then 'systemctl reload ossauthd', which sets the locks and opens the door"
        )
    }

    /// A timer that writes no metrics; `nil`: it is disabled, or works.
    package static func metrics(_ timer: UnitState, hasFolder: Bool) -> Finding? {
        guard timer.isEnabled, !hasFolder else { return nil }
        return Finding(
            "metrics", .doubtful,
            "\(timer.name) is enabled, but the folder of node_exporter is not there: no metrics are written",
            fix: "install prometheus-node-exporter, or 'systemctl disable --now \(timer.name)'")
    }

    /// A daemon whose program on the disk is another one now; `nil`: it is the same, or this user may not look.
    package static func replaced(_ program: String?) -> Finding? {
        guard program?.hasSuffix(" (deleted)") == true else { return nil }
        return Finding(
            "program", .doubtful, "the daemon runs a program that has been replaced on the disk",
            fix: "'systemctl restart ossauthd'")
    }

    /// A daemon that was not asked because it would not answer.
    package static let notAsked = Finding("daemon", .unknown, "it was not asked, because it does not run")
}

/// The state of a unit, by the properties of `systemctl show`.
package struct UnitState: Equatable, Sendable {
    static let properties = [
        "Id", "ActiveState", "SubState", "Result", "NRestarts", "ExecMainStatus", "UnitFileState",
        "LoadState", "NeedDaemonReload", "ExecReload", "WantedBy", "RequiredBy", "Listen",
    ]
    /// The sockets of ossauthd.
    package static let sockets = [
        "ossauthd.socket", "ossauthd-admin.socket", "ossauthd-credentials.socket", "ossauthd-compat.socket",
        "ossauthd-metadata@*.socket", "ossauth-fetch.socket", "ossauthd-forward.socket",
    ]

    let properties: [String: String]

    private subscript(_ name: String) -> String { properties[name] ?? "" }

    var name: String { self["Id"] }
    /// `active`, `failed` and so on.
    package var state: String { self["ActiveState"] }
    var isEnabled: Bool { self["UnitFileState"] == "enabled" }
    var isMasked: Bool { self["LoadState"] == "masked" }
    var needsReload: Bool { self["NeedDaemonReload"] == "yes" }

    /// The units whose start starts it.
    private var wantedBy: [Substring] {
        ["WantedBy", "RequiredBy"].flatMap { self[$0].split(separator: " ") }
    }
    var isWanted: Bool { !wantedBy.isEmpty }
    var isWantedByDaemon: Bool { wantedBy.contains("ossauthd.service") }

    /// The port at which it listens on this host, as in `127.0.0.1:6770 (Stream)`; `nil`: none.
    package var port: UInt16? {
        guard state == "active", self["Listen"].hasPrefix("127.0.0.1:") else { return nil }
        return UInt16(self["Listen"].dropFirst(10).prefix { $0 != " " })
    }

    /// Whether it fails at each start and systemd restarts it.
    package var restartsAgainAndAgain: Bool {
        self["SubState"].hasPrefix("auto-restart")
            || (state.hasSuffix("activating") && !["", "0"].contains(self["NRestarts"]))
    }

    /// How the check of the last reload ended since the start; `nil`: there was none.
    var statusOfCheck: String? { word(of: "status").flatMap { $0 == "0/0" ? nil : $0 } }

    /// The process of that check.
    package var processOfCheck: String? { word(of: "pid") }

    /// One part of `{ path=… ; argv[]=… ; pid=… ; code=exited ; status=78 }`.
    private func word(of name: String) -> String? {
        self["ExecReload"].split(separator: " ").last { $0.hasPrefix("\(name)=") }.map {
            String($0.dropFirst(name.utf8.count + 1))
        }
    }

    /// While the next start is in progress, systemd shows status 0.
    fileprivate func reason(_ errors: [String]) -> String {
        guard errors.isEmpty else { return ": \(errors.joined(separator: "; "))" }
        let status = self["ExecMainStatus"]
        return ["", "0"].contains(status) ? "" : ": status \(status) at last"
    }

    /// Whether systemd has stopped to start it, because it was started too often.
    var isAtStartLimit: Bool {
        self["Result"].hasSuffix("start-limit-hit") || self["Result"] == "trigger-limit-hit"
    }
}
