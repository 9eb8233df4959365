internal import API
internal import Access
internal import Bytes
internal import EventLoop
internal import Keeping
internal import Kernel
internal import Metrics
internal import Records
internal import Serving
internal import Systemd
internal import Time
internal import Turns

/// More stack than any answer uses, even in a debug build with its large frames.
private let deepestCall = 65_536

// The daemon while it serves; `Daemon.swift` starts and stops it.
extension Daemon {
    func connectParts() throws(SystemError) {
        profileContext.observer = self
        router.daemon = self
        statusLine = try StatusLine(on: loop, clock: profileContext.clock) { [unowned self] in
            tellManager(.status(summary))
        }
        server.finish = { [unowned self] in loop.stop() }
        loop.afterIteration = { [unowned self] in
            // For the requests that timers, signals and helpers continue.
            beforeAnswers()
            afterAnswers()
            auditReports.check()
        }
    }
}

extension Daemon: ProfileObserver {
    func settled(_ profile: Profile) { settledProfiles.append(profile) }

    func learnedTime() { context.profiles.shareTime(at: profileContext.clock.now()) }

    func published(_ event: WatchEvent) { router.watches.publish(event) }

    func signed(_ wait: WaitID) { signedWaits.append(wait) }

    func tokenEnded() { hasTraces = true }

    /// Continues the requests that waited, until no profile is left: each of them may settle another one.
    private func endWaits() {
        while let profile = settledProfiles.popLast() {
            for dependent in context.profiles.dependents(of: profile) {
                dependent.foundationSettled()
                // A dependent that does not settle too may have lost its token.
                sinks.keepFresh(with: dependent)
            }
            context.scopedTokens.foundationSettled(profile)
            for wait in profile.takeWaiters() {
                if profile.isReplaced { server.restart(wait) } else { server.end(wait) }
            }
            sinks.keepFresh(with: profile)
        }
        statusLine?.change()
    }

    /// Frees the shared buffers, which wipes them, and wipes copies on the stack.
    private func wipeTraces() {
        hasTraces = false
        if context.signing.value.isUsed { context.signing.value = SigningContext() }
        server.answers.buffer.forget()
        wipeStack(bytes: deepestCall)
    }
}

extension Daemon: DaemonActions {
    func beforeAnswers() {
        while let wait = signedWaits.popLast() { server.end(wait) }
        if !settledProfiles.isEmpty { endWaits() }
    }

    func afterAnswers() {
        context.audit.write()
        if hasTraces { wipeTraces() }
    }

    func charge(_ nanoseconds: Int64, to user: UInt32) { server.charge(nanoseconds, to: user) }

    var situation: MetricsReport.Situation {
        var situation = MetricsReport.Situation(
            isReady: context.isReady(at: profileContext.clock.now()), connections: server.connections.count,
            of: server.limits.connections, followsCrash: followsCrash,
            configurationIsGood: configurationProblem == nil,
            needsRestart: !context.restartNeededFor.isEmpty)
        situation.scopedTokens = context.scopedTokens.count
        return situation
    }

    var apiSocketPermissions: SocketPermissions? { sockets.apiPermissions }
}

// The service manager.
extension Daemon {
    var summary: String {
        let now = profileContext.clock.now()
        let summary = context.status(for: nil, at: now).summary(at: now.wall)
        return configurationProblem.map { "\(summary), \($0)" } ?? summary
    }

    func tellManager(_ state: ServiceState) {
        tellManager { () throws(SystemError) in try ServiceManager.notify(state) }
    }

    /// The daemon continues when the manager does not get the message.
    func tellManager(_ tell: () throws(SystemError) -> Void) {
        do throws(SystemError) {
            try tell()
        } catch {
            log.write(.unexpected("the service manager cannot be told: \(error)"))
        }
    }
}
