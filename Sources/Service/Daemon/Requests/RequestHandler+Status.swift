internal import API
internal import Bytes
internal import CommandLine
internal import HTTP
internal import Kernel
internal import Settings
internal import Time
internal import Tokens

// How the daemon and its profiles are.
extension RequestHandler {
    func status(for connection: Connection?, at now: Moment) -> StatusReport {
        let seen = profiles.all.filter { connection?.maySee($0) ?? true }
        var report = StatusReport(
            version: Release.version.description, pid: Int(ThisProcess.number),
            uptimeSeconds: Int((now.boot - startedAt.boot).wholeSeconds),
            isReady: isReady(at: now), configurationIsGood: configurationIsGood,
            profiles: seen.map { $0.report(at: now) },
            // What others ask is root's business.
            callers: connection?.isAdmin == true ? users.report : nil)
        report.restartNeededFor = restartNeededFor
        return report
    }

    /// Whether every profile that counts can sign.
    func isReady(at now: Moment) -> Bool {
        profiles.all.allSatisfy { !$0.settings.isRequired || $0.state(at: now).canSign }
    }

    func appendHealth(
        for connection: Connection, _ request: borrowing ClientRequest, to output: inout ByteBuffer
    ) {
        let report = status(for: connection, at: request.now)
        let status: Status = report.isReady ? .ok : .serviceUnavailable
        ResponseWriter.write(ResponseFields(status, keepAlive: request.keepAlive), into: &output) { output in
            output.append(healthOf: report)
        }
    }
}
