internal import Bytes
internal import CommandLine
internal import Kernel
internal import OSSAuthClient
internal import Reaching

extension Command {
    static let doctor = Command(
        "doctor", "Find out why it does not work, and what to do",
        details: [
            """
            Looks at the socket, the unit, the daemon, your rules, the profiles with their servers, and the \
            clock, in this order. Ends with 1 where something keeps the daemon from signing for you.
            """
        ],
        examples: [
            Example("doctor", "each finding with its fix"), Example("doctor --json", "for a program"),
        ])
}

extension Session {
    /// Examines everything between this program and a signature.
    mutating func examine() throws(Failure) -> ExitStatus {
        let unit = SystemdUnits.properties(UnitState.properties, of: ["ossauthd.service"])?.first
            .map(UnitState.init)
        let socket = socketFinding
        let (daemon, isRunning) = daemonFindings(unit)
        let findings =
            [socket].compactMap(\.self) + unitFindings(unit)
            + checkFindings(hasSystemd: unit != nil, isRunning: isRunning) + daemon
        try show(findings)
        return findings.isGood ? .done : .refused
    }

    private mutating func daemonFindings(_ unit: UnitState?) -> (findings: [Finding], isRunning: Bool) {
        // Its sockets exist and would hold the request until the daemon runs.
        if let unit, unit.restartsAgainAndAgain, isOfHost { return ([.notAsked], false) }
        do throws(Failure) {
            return (try examineDaemon(), true)
        } catch {
            return ([.unreachable(error)], false)
        }
    }

    /// Whether it is the daemon that the unit and the configuration of this host are for.
    private var isOfHost: Bool { path.hasPrefix("/run/ossauthd") }

    /// The mode of the socket; a missing socket is reported by the request.
    private var socketFinding: Finding? {
        guard let status = try? FileStatus.existing(at: path), status.kind == .socket else { return nil }
        let group = status.user == 0 ? try? Account.group(numbered: status.group) : nil
        return .socket(at: path, mode: status.mode, group: group)
    }

    private func unitFindings(_ unit: UnitState?) -> [Finding] {
        guard let unit else { return [.unit(nil)] }
        let sockets = (SystemdUnits.properties(UnitState.properties, of: UnitState.sockets) ?? []).map(
            UnitState.init)
        let errors = SystemdUnits.errors("_SYSTEMD_UNIT=\(unit.name)", atMost: 2)
        let errorsOfCheck = unit.processOfCheck.map { SystemdUnits.errors("_PID=\($0)", atMost: 5) }
        let timer = SystemdUnits.properties(UnitState.properties, of: ["ossauthd-metrics.timer"])?.first
        let hasFolder = (try? FileStatus.existing(at: "/var/lib/prometheus/node-exporter")) != nil
        return [
            .unit(unit, errors: errors), .reload(unit, errors: errorsOfCheck ?? []),
            .changedFiles([unit] + sockets), .sockets(sockets),
            timer.flatMap { Finding.metrics(UnitState($0), hasFolder: hasFolder) },
        ].compactMap(\.self)
    }

    /// The check of the installed configuration; where systemd runs the daemon, only root reads all of it.
    private func checkFindings(hasSystemd: Bool, isRunning: Bool) -> [Finding] {
        guard ThisProcess.user == 0 || !hasSystemd, isOfHost else { return [] }
        do throws(Failure) {
            return Finding.configuration(try Checker.report(), isRunning: isRunning)
        } catch {
            return [Finding("configuration", .unknown, error.sentence)]
        }
    }

    private mutating func examineDaemon() throws(Failure) -> [Finding] {
        let identity = try ask(.whoami, for: Identity.self)
        useAdminSocket()
        let rules = Finding.rules(identity, seesAll: switchedToAdminSocket)
        guard rules.verdict == .good else { return [rules] }
        do throws(Failure) {
            let status = try ask(.status, for: SigningDaemon.Status.self)
            let daemon = Finding.daemon(status, thisVersion: "\(Release.version)")
            let program = try? File.target(ofLink: "/proc/\(status.processID)/exe")
            return [
                daemon, Finding.replaced(program), Finding.configuration(status), Finding.restart(status),
                rules,
            ].compactMap(\.self)
                + Finding.profiles(status, at: .now) + [.clock(status)]
        } catch {
            guard error.status == .refused else { throw error }
            return [
                rules,
                Finding("status", .unknown, error.sentence, fix: "a rule with Allow=status shows more"),
            ]
        }
    }

    private func show(_ findings: [Finding]) throws(Failure) {
        guard printsJSON else {
            let page = FindingsPage(terminal.ink, columns: terminal.columns(of: .output))
            return try terminal.print(page.text(of: findings))
        }
        var plain = ByteBuffer(capacity: 1_024)
        plain.append(findings)
        try printJSON(plain.span)
    }
}
