// Findings from the state of the units.
extension Finding {
    /// The unit of the daemon; `unit` is `nil` without systemd.
    package static func unit(_ unit: UnitState?) -> Finding {
        guard let unit else { return Finding("unit", .unknown, "there is no systemd to ask") }
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
                "\(unit.name) restarts again and again: \(unit.restarts) times, status \(unit.exitStatus) at last",
                fix: "'ossauthctl check' and 'journalctl --unit \(unit.name)' say why; once that is "
                    + "corrected, it starts by itself")
        }
        switch unit.state {
        case "active": return Finding("unit", .good, "\(unit.name) is active")
        case "failed":
            return Finding(
                "unit", .bad, "\(unit.name) has failed",
                fix: "see 'journalctl --unit ossauthd', then 'ossauthctl check', then "
                    + "'systemctl restart ossauthd'")
        default:
            return Finding(
                "unit", .doubtful, "\(unit.name) is \(unit.state)",
                fix: "'systemctl enable --now ossauthd', if systemd is to run it")
        }
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

    /// A timer that writes no metrics; `nil`: it is disabled, or works.
    package static func metrics(_ timer: UnitState, hasFolder: Bool) -> Finding? {
        guard timer.isEnabled, !hasFolder else { return nil }
        return Finding(
            "metrics", .doubtful,
            "\(timer.name) is enabled, but the folder of node_exporter is not there: no metrics are written",
            fix: "install prometheus-node-exporter, or 'systemctl disable --now \(timer.name)'")
    }

    /// A daemon that was not asked because it would not answer.
    package static let notAsked = Finding("daemon", .unknown, "it was not asked, because it does not run")
}

/// The state of a unit, by the properties of `systemctl show`.
package struct UnitState: Equatable, Sendable {
    package static let properties = [
        "Id", "ActiveState", "SubState", "Result", "NRestarts", "ExecMainStatus", "UnitFileState",
    ]
    /// The units of ossauthd that can be enabled, without the daemon.
    package static let sockets = [
        "ossauthd.socket", "ossauthd-admin.socket", "ossauthd-credentials.socket", "ossauthd-compat.socket",
        "ossauthd-metadata@*.socket", "ossauth-fetch.socket",
    ]

    let name: String
    /// `active`, `failed` and so on.
    let state: String
    let isEnabled: Bool
    private let substate: String
    private let result: String
    let restarts: Int
    let exitStatus: String

    package init(_ properties: [String: String]) {
        name = properties["Id"] ?? ""
        state = properties["ActiveState"] ?? ""
        substate = properties["SubState"] ?? ""
        result = properties["Result"] ?? ""
        restarts = properties["NRestarts"].flatMap { Int($0) } ?? 0
        exitStatus = properties["ExecMainStatus"] ?? ""
        isEnabled = properties["UnitFileState"]?.hasPrefix("enabled") == true
    }

    /// Whether it fails at each start and systemd restarts it.
    package var restartsAgainAndAgain: Bool {
        substate.hasPrefix("auto-restart") || (state == "activating" && restarts > 0)
    }

    /// Whether systemd has stopped to start it, because it was started too often.
    var isAtStartLimit: Bool { result.hasSuffix("start-limit-hit") || result == "trigger-limit-hit" }
}
