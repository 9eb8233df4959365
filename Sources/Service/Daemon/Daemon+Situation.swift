internal import API
internal import Kernel
internal import Metrics
internal import Systemd
internal import Time

// What the daemon says of itself.
extension Daemon {
    var summary: String {
        let now = surroundings.clock.now()
        let summary = handler.status(for: nil, at: now).summary(at: now.wall)
        return configurationProblem.map { "\(summary), \($0)" } ?? summary
    }

    var situation: MetricsReport.Situation {
        MetricsReport.Situation(
            isReady: handler.isReady(at: surroundings.clock.now()), connections: server.connections.count,
            of: server.limits.connections, followsCrash: followsCrash,
            configurationIsGood: configurationProblem == nil, needsRestart: !handler.restartNeededFor.isEmpty)
    }

    func tellManager(_ state: ServiceState) {
        tellManager { () throws(SystemError) in try ServiceManager.notify(state) }
    }

    /// What it does not hear is no reason to fail.
    func tellManager(_ tell: () throws(SystemError) -> Void) {
        do throws(SystemError) {
            try tell()
        } catch {
            log.write(.unexpected("the service manager cannot be told: \(error)"))
        }
    }
}
