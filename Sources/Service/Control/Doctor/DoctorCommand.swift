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
        var findings = [socketFinding].compactMap(\.self) + [Finding.unit(unit)] + unitFindings
        if unit != nil { findings += checkFindings }
        // Its sockets exist and would hold the request until the daemon runs.
        if let unit, unit.restartsAgainAndAgain, path.hasPrefix("/run/ossauthd") {
            findings.append(.notAsked)
        } else {
            do throws(Failure) {
                findings += try examineDaemon()
            } catch {
                findings.append(.unreachable(error))
            }
        }
        try show(findings)
        return findings.isGood ? .done : .refused
    }

    /// The mode of the socket; a missing socket is reported by the request.
    private var socketFinding: Finding? {
        guard let status = try? FileStatus.existing(at: path), status.kind == .socket else { return nil }
        let group = status.user == 0 ? try? Account.group(numbered: status.group) : nil
        return .socket(at: path, mode: status.mode, group: group)
    }

    private var unitFindings: [Finding] {
        let sockets = SystemdUnits.properties(UnitState.properties, of: UnitState.sockets) ?? []
        let timer = SystemdUnits.properties(UnitState.properties, of: ["ossauthd-metrics.timer"])?.first
        let hasFolder = (try? FileStatus.existing(at: "/var/lib/prometheus/node-exporter")) != nil
        return [
            Finding.sockets(sockets.map(UnitState.init)),
            timer.flatMap { Finding.metrics(UnitState($0), hasFolder: hasFolder) },
        ].compactMap(\.self)
    }

    /// The check of the installed configuration, which knows the unit when root runs it.
    private var checkFindings: [Finding] {
        guard ThisProcess.user == 0, path.hasPrefix("/run/ossauthd") else { return [] }
        do throws(Failure) {
            let (text, end) = try Checker.output(of: ["--check"])
            return Finding.configuration(CheckReport(text, isGood: end == .exited(0)))
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
            return [daemon, Finding.configuration(status), Finding.restart(status), rules].compactMap(\.self)
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
        switch format {
        case .text:
            try terminal.print(
                FindingsPage(terminal.ink, columns: terminal.columns(of: .output)).text(of: findings))
        case .csv: try terminal.print(FindingsPage.table(of: findings).csv)
        case .json:
            var plain = ByteBuffer(capacity: 1_024)
            plain.append(findings)
            try printJSON(plain.span)
        }
    }
}
