internal import API
internal import Access
internal import Bytes
internal import CommandLine
internal import HTTP
internal import Kernel
internal import Metrics
internal import Settings
internal import Time

extension RequestHandler {
    func appendMetrics(
        for connection: Connection, _ request: borrowing ClientRequest, to output: inout ByteBuffer
    ) throws(Problem) {
        let shown = try measured(for: connection)
        guard let situation = situation() else { throw .noSuchRoute }
        let report = MetricsReport(
            version: Release.version.description, situation, process, tally,
            profiles: shown.map { MetricsReport.Profile($0.report(at: request.now), $0.tally.value) })
        let format = MetricsFormat(accepted: request.field("accept"))
        ResponseWriter.write(
            ResponseFields(.ok, contentType: format.contentType, keepAlive: request.keepAlive), into: &output
        ) { output in
            report.write(format, into: &output)
        }
    }

    /// The profiles whose status a rule grants; the numbers of the whole daemon are for those who may see one of them.
    private func measured(for connection: Connection) throws(Problem) -> [Profile] {
        guard !connection.isAdmin else { return profiles.all }
        let rules = connection.caller.rules
        var refusal = Refusal(.rule)
        var shown: [Profile] = []
        for profile in profiles.all {
            let question = Question(.status, profile: profile.name.utf8Span.span)
            switch rules.decide(question) {
            case .refused: refusal = rules.refusal(of: question)
            case .granted, .usedUp: shown.append(profile)
            }
        }
        if profiles.all.isEmpty {
            // Nobody names a profile that is not there; who may see one will see those that come.
            switch rules.obstacle(to: .status, with: Span()) {
            case nil, .profile: return []
            default: throw .notAllowed(rules.refusal(of: .status, with: Span()))
            }
        }
        guard !shown.isEmpty else { throw .notAllowed(refusal) }
        return shown
    }

    private var process: MetricsReport.Process {
        MetricsReport.Process(
            startedAt: startedAt.wall.secondsSince1970,
            processorNanoseconds: ThisProcess.processorNanoseconds,
            residentBytes: ThisProcess.residentBytes, openDescriptors: ThisProcess.openDescriptors,
            of: ThisProcess.descriptorLimit)
    }
}
