internal import CommandLine

// What systemd says of the units.
extension Finding {
    /// The unit of the daemon; `nil`: systemd does not run here.
    package static func unit(_ unit: UnitState?) -> Finding {
        guard let unit else { return Finding("unit", .unknown, "there is no systemd to ask") }
        if unit.isAtStartLimit {
            return Finding(
                "unit", .bad,
                "\(unit.name) reached a start limit: systemd starts it no more, and has removed its sockets",
                mend: "'systemctl reset-failed \(unit.name)', then 'systemctl start \(unit.name)'; a drop-in "
                    + "sets that limit ('systemctl cat \(unit.name)')")
        }
        if unit.restartsAgainAndAgain {
            return Finding(
                "unit", .bad,
                "\(unit.name) restarts again and again: \(unit.restarts) times, status \(unit.exitStatus) at last",
                mend: "'ossauthctl check' and 'journalctl --unit \(unit.name)' say why; once that is "
                    + "corrected, it starts by itself")
        }
        switch unit.state {
        case "active": return Finding("unit", .good, "\(unit.name) is active")
        case "failed":
            return Finding(
                "unit", .bad, "\(unit.name) has failed",
                mend: "see 'journalctl --unit ossauthd', then 'ossauthctl check', then "
                    + "'systemctl restart ossauthd'")
        default:
            return Finding(
                "unit", .doubtful, "\(unit.name) is \(unit.state)",
                mend: "'systemctl enable --now ossauthd', if systemd is to run it")
        }
    }

    /// Sockets that are enabled and that systemd does not hold; `nil` where it holds them all.
    package static func sockets(_ units: [UnitState]) -> Finding? {
        let lacking = units.filter { $0.isEnabled && $0.state != "active" }
        guard !lacking.isEmpty else { return nil }
        let names = lacking.map(\.name).joined(separator: " ")
        let reset =
            lacking.contains(where: \.isAtStartLimit) ? "'systemctl reset-failed \(names)', then " : ""
        return Finding(
            "sockets", .bad, "enabled and not active: \(names)", mend: "\(reset)'systemctl start \(names)'")
    }

    /// The timer of the metrics; `nil` where it is not enabled, or its files are read.
    package static func metrics(_ timer: UnitState, hasFolder: Bool) -> Finding? {
        guard timer.isEnabled, !hasFolder else { return nil }
        return Finding(
            "metrics", .doubtful,
            "\(timer.name) is enabled, but the folder of node_exporter is not there: no metrics are written",
            mend: "install prometheus-node-exporter, or 'systemctl disable --now \(timer.name)'")
    }

    /// A daemon that is not asked, since it would not answer.
    package static let notAsked = Finding("daemon", .unknown, "it was not asked, because it does not run")
}
