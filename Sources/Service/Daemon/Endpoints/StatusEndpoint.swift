internal import API
internal import Access
internal import Bytes
internal import Callers
internal import CommandLine
internal import HTTP
internal import Keeping
internal import Kernel
internal import Metrics
internal import Serving
internal import Settings
internal import Time

/// `GET /v1/status`, `/v1/health`, `/v1/whoami` and `/metrics`.
struct StatusEndpoint {
    let context: DaemonContext

    func appendStatus(
        for caller: Caller, over connection: Connection, _ request: borrowing ClientRequest,
        to output: inout ByteBuffer
    ) {
        output.append(report(for: caller, over: connection, at: request.now), request.keepAlive)
    }

    func appendHealth(
        for caller: Caller, over connection: Connection, _ request: borrowing ClientRequest,
        to output: inout ByteBuffer
    ) {
        let report = report(for: caller, over: connection, at: request.now)
        let status: Status = report.isReady ? .ok : .serviceUnavailable
        ResponseWriter.write(ResponseFields(status, keepAlive: request.keepAlive), into: &output) { output in
            output.append(healthOf: report)
        }
    }

    /// Only root sees all profiles, and what other users ask.
    private func report(for caller: Caller, over connection: Connection, at now: Moment) -> StatusReport {
        context.status(
            for: connection.isAdmin ? nil : caller, withCallers: connection.isAdmin, at: now)
    }

    func appendIdentity(
        of caller: Caller, over connection: Connection, _ request: borrowing ClientRequest,
        to output: inout ByteBuffer
    ) {
        let report = identity(of: caller, over: connection, at: request.now)
        ResponseWriter.write(ResponseFields(.ok, keepAlive: request.keepAlive), into: &output) { output in
            output.append(report)
        }
    }

    /// All facts about the caller, even those that no rule asks for.
    private func identity(of caller: Caller, over connection: Connection, at now: Moment) -> IdentityReport {
        var report = IdentityReport(caller.peer, rules: caller.rules)
        if report.peer.userName == nil {
            report.peer.userName = (try? context.callers.name(of: report.peer.uid, at: now.boot)) ?? nil
        }
        report.gateways = context.forwards.map { forward in
            let profile = context.profiles[forward.profile.utf8Span.span]
            return (forward.name, forward.port, profile?.defaults.ownRegion ?? "")
        }
        report.peer.facts.label = (try? connection.socket.peerLabel()) ?? nil
        guard let seen = connection.inspectProcess(of: caller, knowing: [.unit, .slice, .executable]) else {
            return report
        }
        report.peer.facts.unit = seen.facts.unit
        report.peer.facts.slice = seen.facts.slice
        report.peer.facts.executable = seen.facts.executable
        report.pid = Int(seen.process.number)
        report.invocation = seen.facts.unit.flatMap {
            try? File.target(ofLink: "/run/systemd/units/invocation:\($0)")
        }
        report.certainty = seen.process.certainty == .handle ? .pidfd : .startTime
        return report
    }
}

extension ByteBuffer {
    mutating func append(_ report: ProfileReport, _ keepAlive: Bool) {
        ResponseWriter.write(ResponseFields(.ok, keepAlive: keepAlive), into: &self) { $0.append(report) }
    }

    mutating func append(_ report: StatusReport, _ keepAlive: Bool) {
        ResponseWriter.write(ResponseFields(.ok, keepAlive: keepAlive), into: &self) { $0.append(report) }
    }
}

// The metrics in the format of Prometheus.
extension StatusEndpoint {
    func appendMetrics(
        in situation: MetricsReport.Situation, for caller: Caller, over connection: Connection,
        _ request: borrowing ClientRequest, to output: inout ByteBuffer
    ) throws(Problem) {
        let shown = try shownProfiles(for: caller, over: connection)
        let report = MetricsReport(
            version: Release.version.description, situation, process, context.tally,
            profiles: shown.map { MetricsReport.Profile($0.report(at: request.now), $0.tally.value) })
        ResponseWriter.write(
            ResponseFields(.ok, contentType: metricsContentType, keepAlive: request.keepAlive), into: &output
        ) { output in
            report.write(into: &output)
        }
    }

    /// The profiles whose status a rule grants; a caller that may see one of them also sees the metrics of the daemon.
    private func shownProfiles(for caller: Caller, over connection: Connection) throws(Problem) -> [Profile] {
        let all = context.profiles.all
        guard !connection.isAdmin else { return all }
        let rules = caller.rules
        var refusal = Refusal(.rule)
        var shown: [Profile] = []
        for profile in all {
            let question = Question(.status, profile: profile.name.utf8Span.span)
            switch rules.decide(question) {
            case .refused: refusal = rules.refusal(of: question)
            case .granted, .usedUp: shown.append(profile)
            }
        }
        if all.isEmpty {
            // A caller that may see one profile will see those of a later configuration.
            guard rules.mayAsk(for: .status) else { throw .notAllowed(rules.refusal(of: .status)) }
            return []
        }
        guard !shown.isEmpty else { throw .notAllowed(refusal) }
        return shown
    }

    private var process: MetricsReport.Process {
        MetricsReport.Process(
            startedAt: context.startedAt.wall.secondsSince1970,
            processorNanoseconds: ThisProcess.processorNanoseconds,
            residentBytes: ThisProcess.residentBytes, openDescriptors: ThisProcess.openDescriptors,
            of: ThisProcess.descriptorLimit)
    }
}
