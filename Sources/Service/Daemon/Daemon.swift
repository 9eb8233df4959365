internal import API
internal import Access
internal import Bytes
internal import Callers
internal import CommandLine
internal import EventLoop
internal import Exchanging
internal import HTTP
internal import Keeping
internal import Kernel
internal import Metrics
internal import Records
internal import Serving
internal import Settings
internal import Systemd
internal import Time
internal import Tokens
internal import Turns

/// The daemon: it starts its parts in order and stops them in reverse.
final class Daemon {
    /// Limits the last writes of the cache: the unit gives the stop 15 seconds, and the last answers take up to ten of them.
    private static let patienceWithDisk = Duration.seconds(4)
    private static let patienceWithJournal = Duration.milliseconds(500)
    /// More stack than any answer uses, even in a debug build with its large frames.
    private static let deepestCall = 65_536

    let options: Options
    private let loop: EventLoop
    let log: Log
    let profileContext: ProfileContext
    let context: DaemonContext
    let router: Router
    let sinks: SinkTable
    private let backlog: Backlog
    private let auditReports: AuditReports
    let server: Server
    let sockets: DaemonSockets
    var settings: Settings
    /// The settings of sockets, limits and cache, which only a restart changes.
    let startSettings: DaemonSettings
    private var signals: [SignalSource] = []
    private var clockSteps: ClockStepSource?
    private var watchdog: Watchdog?
    /// Profiles whose waiting requests continue before the next answers are sent, when no request is in progress.
    var settledProfiles: [Profile] = []
    /// Waits whose remote signatures arrived; they end at the same time.
    private var signedWaits: [WaitID] = []
    /// A token ended, and buffers may still hold answers that were made with it.
    var hasTraces = false
    /// The problems of the configuration on disk; `nil`: it is in use.
    var configurationProblem: String? {
        didSet { context.configurationIsGood = configurationProblem == nil }
    }
    /// `nil` after the stop.
    private var statusLine: StatusLine?
    /// The previous process was killed or crashed.
    private var followsCrash = false

    init(_ options: Options) throws {
        self.options = options
        let settings = try Configuration.load(options.configuration, isStart: true)
        self.settings = settings
        startSettings = settings.daemon
        loop = try EventLoop()
        log = Log(level: settings.daemon.logLevel, to: try JournalWriter())
        let clock = Clock()
        profileContext = try ProfileContext(
            loop: loop, clock: clock, log: log,
            cache: TokenCache(
                directory: settings.daemon.cacheDirectory, key: settings.daemon.cacheKey.map(CacheKey.init)),
            fetchHelper: try FetchHelper.find())
        let profiles = settings.profiles.map { [profileContext] in $0.profile(in: profileContext) }
        context = DaemonContext(
            profiles: ProfileTable(profiles, default: settings.daemon.defaultProfile),
            callers: CallerDirectory(policy: settings.policy),
            scopedTokens: ScopedTokens(in: profileContext, limit: settings.daemon.maxScopedTokens),
            audit: Audit(settings.daemon.audit, to: log.writer), clock: clock,
            patience: settings.daemon.requestTimeout)
        context.forwards = settings.forwards
        context.callers.reportObstacles { [log, context] obstacle in
            let rules = context.callers.policy.rules.filter(\.namesUnits)
            guard !rules.isEmpty else { return }
            log.write(.unitsUnknownOverTCP(obstacle, in: rules.map(\.name)))
        }
        router = Router(context)
        server = try Server(
            ServerLimits(settings.daemon), responder: router, observer: router, callers: context.callers,
            on: loop, clock: clock, log: log)
        sockets = DaemonSockets(server, router, cache: profileContext.cache, log)
        sinks = try SinkTable(in: profileContext, context.scopedTokens, audit: context.audit)
        sinks.set(settings.sinks, of: context.profiles)
        backlog = try Backlog(of: log, context.audit, on: loop)
        auditReports = try AuditReports(of: context.audit, on: loop, clock: clock)
        router.connect(to: server)
    }

    /// Serves until the stop.
    func run() throws -> Int32 {
        defer {
            context.audit.report(at: profileContext.clock.now().boot, all: true)
            backlog.finish(within: Daemon.patienceWithJournal)
        }
        do {
            return try serve()
        } catch {
            // After a failed start clients must not find a socket.
            sockets.remove()
            throw error
        }
    }

    private func serve() throws -> Int32 {
        reportUnknownNames()
        profileContext.cacheWriter.open()
        try takeOver()
        try connectParts()
        try listenToSignals()
        for profile in context.profiles.all { try profile.start() }
        sinks.keepFresh()
        watchdog = try Watchdog(on: loop)
        log.write(.started(version: Release.build(ThisProcess.commit), profiles: context.profiles.all.count))
        if let gaps = try? KernelGap.all(), !gaps.isEmpty { log.write(.worksWithout(gaps)) }
        try ServiceManager.notify(.ready, .status(summary))
        let code = try loop.run()
        context.scopedTokens.stop()
        for profile in context.profiles.all { profile.stop() }
        profileContext.cacheWriter.finish(within: Daemon.patienceWithDisk)
        tellManager(RunMark.remove)
        return code
    }

    /// Takes the sockets and the tokens of the previous process from systemd.
    private func takeOver() throws {
        var passed = try PassedDescriptors()
        try sockets.open(settings.daemon, &passed)
        for profile in context.profiles.all { profile.restore(from: &passed) }
        followsCrash = RunMark.wasLeft(in: &passed)
        if followsCrash { log.write(.startedAfterCrash) }
        tellManager { () throws(SystemError) in try RunMark.set(replacing: followsCrash) }
        tellManager { () throws(SystemError) in try SystemdTokens.forgetRest(of: passed) }
    }

    private func connectParts() throws(SystemError) {
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

    private func listenToSignals() throws {
        signals = [
            try SignalSource(.terminate, on: loop) { [unowned self] in stop() },
            try SignalSource(.interrupt, on: loop) { [unowned self] in stop() },
            try SignalSource(.hangup, on: loop) { [unowned self] in _ = reload() },
        ]
        clockSteps = try ClockStepSource(on: loop) { [unowned self] in
            log.write(.clockStepped)
            for profile in context.profiles.all { profile.replan() }
            context.scopedTokens.replan()
        }
    }

    private func stop() {
        guard !server.isStopping else { return }
        log.write(.stopping)
        // Remove the paths first, so that no client waits in a queue that this process no longer reads.
        sockets.remove()
        statusLine = nil
        tellManager(.stopping)
        server.stop()
    }
}

// Events of the profiles, acted on before the next answers are sent.
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
        wipeStack(bytes: Daemon.deepestCall)
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
