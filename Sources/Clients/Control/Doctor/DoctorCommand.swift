internal import Bytes
package import CommandLine
internal import Kernel
internal import OSSAuthClient

/// `doctor`: examines everything between this program and a signature.
package struct DoctorCommand: ProgramCommand {
    package static let command = Command(
        "doctor", "Find out why it does not work, and what to do",
        details: [
            """
            Tries the socket and each port that the configuration opens, and asks systemd, the daemon and the \
            check of the configuration for what is wrong. Calls good only what answered. Ends with 1 where \
            something keeps the daemon from signing for you.
            """
        ],
        examples: [
            Example("doctor", "each finding with its fix"), Example("doctor --json", "for a program"),
        ])

    package init(_ call: Call) {}

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        let path = session.path
        let manager: SystemdUnits.Manager = SocketPath.isOwn(path) ? .user : .system
        let unit = SystemdUnits.properties(UnitState.properties, of: ["ossauthd.service"], by: manager)?.first
            .map(UnitState.init(properties:))
        let (daemon, isRunning) = daemonFindings(unit, &session)
        let causes =
            [socketFinding(path)].compactMap(\.self) + unitFindings(unit, manager)
            + checkFindings(path, isRunning: isRunning)
        let isExplained = causes.contains { $0.fix == Finding.correction }
        var findings = causes + daemon.filter { !isExplained || $0.id != "configuration" }
        if manager == .user { findings = findings.map { $0.ofOwnDaemon(hasSystemd: unit != nil) } }
        try show(findings, session)
        return findings.isGood ? .done : .refused
    }

    private func daemonFindings(
        _ unit: UnitState?, _ session: inout Session
    ) -> (findings: [Finding], isRunning: Bool) {
        // Its sockets exist and would hold the request until the daemon runs.
        if let unit, unit.restartsAgainAndAgain, isOfHost(session.path) || SocketPath.isOwn(session.path) {
            return ([.notAsked], false)
        }
        do throws(Failure) {
            return (try examineDaemon(&session), true)
        } catch {
            let isGone =
                unit != nil && isOfHost(session.path)
                && (try? FileStatus.existing(at: session.path)) == .some(nil)
            return ([.unreachable(error, isGone: isGone)], false)
        }
    }

    /// Whether it is the daemon that the unit and the configuration of this host are for.
    private func isOfHost(_ path: String) -> Bool { path.hasPrefix("/run/ossauthd") }

    /// The mode of the socket; a missing socket is reported by the request.
    private func socketFinding(_ path: String) -> Finding? {
        guard let status = try? FileStatus.existing(at: path), status.kind == .socket else { return nil }
        let group = status.user == 0 ? try? Account.group(numbered: status.group) : nil
        return .socket(at: path, mode: status.mode, group: group)
    }

    private func unitFindings(_ unit: UnitState?, _ manager: SystemdUnits.Manager) -> [Finding] {
        guard let unit else { return [Finding("unit", .unknown, "there is no systemd to ask")] }
        let errors = SystemdUnits.errors("\(manager.field)=\(unit.name)", atMost: 2)
        let errorsOfCheck = unit.processOfCheck.map { SystemdUnits.errors("_PID=\($0)", atMost: 5) }
        let findings: [Finding?] = [
            .unit(unit, errors: errors), .reload(unit, errors: errorsOfCheck ?? []),
        ]
        let rest = manager == .user ? [.changedFiles([unit]), .boot(unit, [])] : findingsOfHost(unit)
        return (findings + rest).compactMap(\.self)
    }

    /// The other units, which only the daemon of the system has.
    private func findingsOfHost(_ unit: UnitState) -> [Finding?] {
        let sockets = (SystemdUnits.properties(UnitState.properties, of: UnitState.sockets) ?? []).map(
            UnitState.init(properties:))
        let timer = SystemdUnits.properties(UnitState.properties, of: ["ossauthd-metrics.timer"])?.first
        let hasFolder = (try? FileStatus.existing(at: "/var/lib/prometheus/node-exporter")) != nil
        return [.changedFiles([unit] + sockets), .boot(unit, sockets)]
            + sockets.map { .socket($0, errors: SystemdUnits.errors("UNIT=\($0.name)", atMost: 5)) }
            + [timer.flatMap { Finding.metrics(UnitState(properties: $0), hasFolder: hasFolder) }]
            + sockets.compactMap(\.port).map { .compat(port: $0, answer: Loopback.v4.answer(at: $0)) }
            + [roleAddressFinding]
    }

    /// The locks of the role address, and what a user of it gets, by the script that sets them; `nil`: no user is served.
    private var roleAddressFinding: Finding? {
        guard let fetch = try? ThisProcess.neighbour("ossauth-fetch"), let end = fetch.lastIndex(of: "/"),
            let answer = try? SystemdUnits.answer(of: "\(fetch[...end])role", to: ["check"])
        else { return nil }
        return .roleAddress(answer.text)
    }

    /// The check of the installed configuration.
    private func checkFindings(_ path: String, isRunning: Bool) -> [Finding] {
        guard isOfHost(path) else { return [] }
        do throws(Failure) {
            return try Checker.findings(isRunning: isRunning)
        } catch {
            return [Finding("configuration", .unknown, error.sentence)]
        }
    }

    private func examineDaemon(_ session: inout Session) throws(Failure) -> [Finding] {
        let identity = try session.ask(.whoami, for: Identity.self)
        session.useAdminSocket()
        let rules = Finding.rules(identity, seesAll: session.switchedToAdminSocket)
        let gateways = identity.gateways.map(finding)
        guard rules.verdict != .bad else { return [rules] + gateways }
        do throws(Failure) {
            let status = try session.ask(.status, for: SigningDaemon.Status.self)
            let daemon = Finding.daemon(status, thisVersion: Release.build(ThisProcess.commit))
            let program = try? File.target(ofLink: "/proc/\(status.processID)/exe")
            return [
                daemon, Finding.replaced(program), Finding.configuration(status), Finding.restart(status),
                rules,
            ].compactMap(\.self) + gateways
                + Finding.profiles(status, at: .now) + [.clock(status)]
        } catch {
            guard error.status == .refused else { throw error }
            return [
                rules,
                Finding("status", .unknown, error.sentence, fix: "a rule with Allow=status shows more"),
            ]
        }
    }

    private func finding(_ gateway: Gateway) -> Finding {
        let hasNginx = (try? FileStatus.existing(at: "/usr/sbin/nginx")) != .some(nil)
        return .gateway(
            gateway, answer: Loopback.v4.answer(at: gateway.port), hasNginx: hasNginx,
            lostName: lostName(of: gateway), errors: errors(of: gateway))
    }

    /// The name of OSS that nginx resolves when it starts or reloads; `nil`: the host finds it, or nginx is elsewhere.
    private func lostName(of gateway: Gateway) -> String? {
        let mark = "# endpoint: "
        guard
            let file = try? File.contents(of: "/run/ossauth-gateway/\(gateway.port).conf", atMost: 1_048_576),
            let line = String(copying: file.span).split(separator: "\n").first(where: { $0.hasPrefix(mark) }),
            (try? FileStatus.existing(at: "/usr/bin/getent")) != .some(nil)
        else { return nil }
        let name = String(line.dropFirst(mark.utf8.count))
        let answer = try? SystemdUnits.answer(of: "/usr/bin/getent", to: ["ahosts", name])
        return answer?.isGood == true ? nil : name
    }

    private func errors(of gateway: Gateway) -> [String] {
        let nginx = "ossauth-nginx@\(gateway.port)"
        return SystemdUnits.errors(
            "_SYSTEMD_UNIT=\(nginx).service", "_SYSTEMD_UNIT=ossauth-gateway.service",
            "UNIT=\(nginx).service", "UNIT=\(nginx).socket", "UNIT=ossauthd-forward.socket", atMost: 2)
    }

    private func show(_ findings: [Finding], _ session: borrowing Session) throws(Failure) {
        guard session.printsJSON else {
            return try session.terminal.print(session.terminal.page.text(of: findings))
        }
        var plain = ByteBuffer(capacity: 1_024)
        plain.append(findings)
        try session.printJSON(plain.span)
    }
}
