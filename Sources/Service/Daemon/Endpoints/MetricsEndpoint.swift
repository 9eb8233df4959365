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
internal import Time

/// `GET /metrics`: the metrics in the format of Prometheus.
struct MetricsEndpoint {
    let context: DaemonContext

    func append(
        _ situation: MetricsReport.Situation, for caller: Caller, over connection: Connection,
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
