// Findings from the state of the units.
extension Finding {
    /// The unit of the daemon; `nil` without systemd.
    ///
    /// `errors`: the last ones in its journal.
    package static func unit(_ unit: UnitState?, errors: [String] = []) -> Finding {
        guard let unit else { return Finding("unit", .unknown, "there is no systemd to ask") }
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
                "unit", .bad,
                "\(unit.name) restarts again and again\(unit.reason(errors))",
                fix: "correct what 'journalctl --unit \(unit.name)' says; systemd then starts it")
        }
        switch unit.state {
        case "active": return Finding("unit", .good, "\(unit.name) is active")
        case "failed":
            return Finding(
                "unit", .bad, "\(unit.name) has failed\(unit.reason(errors))",
                fix:
                    "correct what 'journalctl --unit \(unit.name)' says, then 'systemctl restart \(unit.name)'"
            )
        default:
            return Finding(
                "unit", .doubtful, "\(unit.name) is \(unit.state)",
                fix: "'systemctl enable --now ossauthd', if systemd is to run it")
        }
    }

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
            fix: "correct it, then 'systemctl reload ossauthd'")
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

    /// Enabled sockets that are not active; `nil`: none.
    package static func sockets(_ units: [UnitState]) -> Finding? {
        let lacking = units.filter { $0.isEnabled && $0.state != "active" }
        guard !lacking.isEmpty else { return nil }
        let names = lacking.map(\.name).joined(separator: " ")
        let reset =
            lacking.contains(where: \.isAtStartLimit) ? "'systemctl reset-failed \(names)', then " : ""
        return Finding(
            "sockets", .bad, "enabled and not active: \(names)", fix: "\(reset)'systemctl start \(names)'")
    }

    /// Whether users of `[Role]` get a role, and never the metadata of the instance; `nil`: there are none.
    ///
    /// `text`: lines with a priority, as for the journal.
    package static func roleAddress(_ text: String) -> Finding? {
        let lines = text.split(separator: "\n")
        let worst = lines.compactMap { $0.first == "<" ? $0.dropFirst().first : nil }.min()
        guard let worst else { return nil }
        let sentences = lines.map { $0.dropFirst(3) }.joined(separator: "; ")
        guard worst < "6" else { return Finding("role address", .good, sentences) }
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
    package static let properties = [
        "Id", "ActiveState", "SubState", "Result", "NRestarts", "ExecMainStatus", "UnitFileState",
        "LoadState",
        "NeedDaemonReload", "ExecReload",
    ]
    /// The units of ossauthd that can be enabled, without the daemon.
    package static let sockets = [
        "ossauthd.socket", "ossauthd-admin.socket", "ossauthd-credentials.socket", "ossauthd-compat.socket",
        "ossauthd-metadata@*.socket", "ossauth-fetch.socket", "ossauthd-forward.socket",
    ]

    let name: String
    /// `active`, `failed` and so on.
    let state: String
    let isEnabled: Bool
    private let substate: String
    private let result: String
    private let restarts: Int
    private let exitStatus: String
    let isMasked: Bool
    let needsReload: Bool
    private let check: String

    package init(_ properties: [String: String]) {
        name = properties["Id"] ?? ""
        state = properties["ActiveState"] ?? ""
        substate = properties["SubState"] ?? ""
        result = properties["Result"] ?? ""
        restarts = properties["NRestarts"].flatMap { Int($0) } ?? 0
        exitStatus = properties["ExecMainStatus"] ?? ""
        isMasked = properties["LoadState"] == "masked"
        needsReload = properties["NeedDaemonReload"] == "yes"
        check = properties["ExecReload"] ?? ""
        isEnabled = properties["UnitFileState"]?.hasPrefix("enabled") == true
    }

    /// Whether it fails at each start and systemd restarts it.
    package var restartsAgainAndAgain: Bool {
        substate.hasPrefix("auto-restart") || (state.hasSuffix("activating") && restarts > 0)
    }

    /// How the check of the last reload ended since the start; `nil`: there was none.
    var statusOfCheck: String? {
        word(of: "status").flatMap { $0 == "0/0" ? nil : $0 }
    }

    /// The process of that check.
    package var processOfCheck: String? { word(of: "pid") }

    /// One part of `{ path=… ; argv[]=… ; pid=… ; code=exited ; status=78 }`.
    private func word(of name: String) -> String? {
        check.split(separator: " ").last { $0.hasPrefix("\(name)=") }.map {
            String($0.dropFirst(name.utf8.count + 1))
        }
    }

    /// While the next start is in progress, systemd shows status 0.
    fileprivate func reason(_ errors: [String]) -> String {
        if !errors.isEmpty { return ": \(errors.joined(separator: "; "))" }
        return exitStatus == "0" || exitStatus.isEmpty ? "" : ": status \(exitStatus) at last"
    }

    /// Whether systemd has stopped to start it, because it was started too often.
    var isAtStartLimit: Bool { result.hasSuffix("start-limit-hit") || result == "trigger-limit-hit" }
}
