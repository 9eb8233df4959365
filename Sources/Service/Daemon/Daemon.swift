internal import API
internal import Access
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

    let options: Options
    let loop: EventLoop
    let log: Log
    let profileContext: ProfileContext
    let context: DaemonContext
    let router: Router
    let sinks: SinkTable
    private let backlog: Backlog
    let auditReports: AuditReports
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
    var signedWaits: [WaitID] = []
    /// A token ended, and buffers may still hold answers that were made with it.
    var hasTraces = false
    /// The problems of the configuration on disk; `nil`: it is in use.
    var configurationProblem: String? {
        didSet { context.configurationIsGood = configurationProblem == nil }
    }
    /// `nil` after the stop.
    var statusLine: StatusLine?
    /// The previous process was killed or crashed.
    private(set) var followsCrash = false

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
        router.watches.server = server
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
