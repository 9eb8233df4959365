internal import API
internal import Access
internal import CommandLine
internal import EventLoop
internal import Kernel
internal import Settings
internal import Systemd
internal import Time
internal import Tokens

/// The whole daemon: built in order, stopped in reverse.
final class Daemon {
    /// At the stop, which has 15 seconds by its unit and spends up to ten of them on the last answers.
    private static let patienceWithDisk = Duration.seconds(4)
    private static let patienceWithJournal = Duration.milliseconds(500)
    /// Until the first clients have their answers.
    private static let timeOfStart = Duration.seconds(1)

    let options: Options
    let loop: EventLoop
    let log: Log
    let surroundings: Surroundings
    let handler: RequestHandler
    let sinks: SinkTable
    private let backlog: Backlog
    private let auditReports: AuditReports
    let server: Server
    var settings: Settings
    /// What sockets, limits and the cache were made with.
    let startSettings: DaemonSettings
    /// What the keys of those begin with that systemd handed over.
    var socketsOfSystemd: [String] = []
    private var ownSockets: [OwnSocket] = []
    private var signals: [SignalSource] = []
    private var clockSteps: ClockStepSource?
    private var watchdog: Watchdog?
    private var codeTimer: Timer?
    /// Profiles whose waiters are told before answers are sent, when no other request is half done.
    var settled: [Profile] = []
    /// The same for single waits, whose signatures were made elsewhere.
    var signed: [Waiter] = []
    /// A token ended, and buffers may still hold answers that rest on it.
    var hasTraces = false
    /// What is wrong with the configuration on disk, which is not in use, or not all of it.
    var configurationProblem: String? {
        didSet { handler.configurationIsGood = configurationProblem == nil }
    }
    /// From the start to the stop.
    var statusLine: StatusLine?
    /// The process before this one did not end by itself.
    private(set) var followsCrash = false

    init(_ options: Options) throws {
        self.options = options
        let settings = try Configuration.load(options.configuration, isStart: true)
        self.settings = settings
        startSettings = settings.daemon
        loop = try EventLoop()
        log = Log(level: settings.daemon.logLevel, to: try JournalWriter())
        let clock = Clock()
        let cache = TokenCache(
            directory: settings.daemon.cacheDirectory, key: settings.daemon.cacheKey.map(CacheKey.init))
        surroundings = try Surroundings(
            loop: loop, clock: clock, log: log, cache: cache, fetchHelper: try FetchHelper.find())
        let surroundings = surroundings
        let profiles = settings.profiles.map { Profile($0, in: surroundings) }
        handler = RequestHandler(
            profiles: ProfileTable(profiles, default: settings.daemon.defaultProfile), settings: settings,
            clock: clock, journal: log.writer)
        sinks = SinkTable(in: surroundings, audit: handler.audit)
        sinks.set(settings.sinks, of: handler.profiles)
        backlog = try Backlog(of: log, handler.audit, on: loop)
        auditReports = try AuditReports(of: handler.audit, on: loop, clock: clock)
        server = try Server(ServerLimits(settings.daemon), handler: handler, on: loop, clock: clock, log: log)
    }

    /// Serves until somebody asks us to stop.
    func run() throws -> Int32 {
        defer {
            handler.audit.report(at: surroundings.clock.now().boot, all: true)
            backlog.finish(within: Daemon.patienceWithJournal)
        }
        do {
            return try serve()
        } catch {
            // Of a start that failed nothing is left that clients could knock at.
            for socket in ownSockets { socket.remove() }
            throw error
        }
    }

    private func serve() throws -> Int32 {
        warnOfStrangers()
        surroundings.cacheWriter.open()
        try takeOver()
        try connectParts()
        try listenToSignals()
        for profile in handler.profiles.all { try profile.start() }
        sinks.keepFresh()
        watchdog = try Watchdog(on: loop)
        log.write(.started(version: Release.version.description, profiles: handler.profiles.all.count))
        try ServiceManager.notify(.ready, .status(summary))
        try letGoOfStart()
        backlog.look()
        let code = try loop.run()
        for profile in handler.profiles.all { profile.stop() }
        surroundings.cacheWriter.finish(within: Daemon.patienceWithDisk)
        tellManager(RunMark.remove)
        return code
    }
}

extension Daemon {
    /// What only the start needed goes when that is over.
    private func letGoOfStart() throws(SystemError) {
        codeTimer = try Timer(on: loop, accuracy: .milliseconds(100)) { ThisProcess.forgetCode() }
        codeTimer?.arm(atBootNanoseconds: KernelClock.bootNanoseconds() + Daemon.timeOfStart.nanoseconds)
    }

    /// What systemd hands over: the sockets, and the tokens of the process before us.
    private func takeOver() throws {
        var passed = try PassedDescriptors()
        try open(.api, "api", settings.daemon.api, &passed)
        try open(.admin, "admin", settings.daemon.admin, &passed)
        try open(.credentials, "credentials", settings.daemon.credentials, &passed)
        try openCompat(&passed)
        try openMetadata(&passed)
        for profile in handler.profiles.all { profile.restore(from: &passed) }
        followsCrash = RunMark.wasLeft(in: &passed)
        if followsCrash { log.write(.startedAfterCrash) }
        tellManager { () throws(SystemError) in try RunMark.set(replacing: followsCrash) }
        tellManager { () throws(SystemError) in try KeptTokens.forgetRest(of: passed) }
    }

    private func open(
        _ door: Door, _ name: String, _ socket: SocketSettings, _ passed: inout PassedDescriptors
    ) throws {
        if let descriptor = try passed.takeListener(named: name) {
            socketsOfSystemd.append("\(name.prefix(1).uppercased())\(name.dropFirst())Socket")
            return try server.listen(on: descriptor, as: door)
        }
        let own = try OwnSocket(socket, folderMode: door == .admin ? 0o700 : 0o755)
        ownSockets.append(own)
        try server.listen(on: try own.socket(), as: door)
    }

    private func connectParts() throws(SystemError) {
        surroundings.publish = { [unowned self] event in server.publish(event) }
        surroundings.whenSettled = { [unowned self] profile in settled.append(profile) }
        surroundings.whenSigned = { [unowned self] wait in signed.append(wait) }
        surroundings.whenTokenEnds = { [unowned self] in hasTraces = true }
        statusLine = try StatusLine(on: loop, clock: surroundings.clock) { [unowned self] in
            tellManager(.status(summary))
        }
        loop.afterTurn = { [unowned self] in
            server.endTurn()
            backlog.look()
            auditReports.look()
        }
        handler.reload = { [unowned self] in reload() }
        handler.situation = { [unowned self] in situation }
        handler.apiSocketPermissions = { [unowned self] in
            server.listeners.first { $0.door == .api }.flatMap { SocketPermissions(of: $0.socket) }
        }
        server.beforeAnswers = { [unowned self] in endWaits() }
        server.afterAnswers = { [unowned self] in finishAnswers() }
        server.whenIdle = { [unowned self] in loop.stop(0) }
    }

    private func listenToSignals() throws {
        signals = [
            try SignalSource(.terminate, on: loop) { [unowned self] in stop() },
            try SignalSource(.interrupt, on: loop) { [unowned self] in stop() },
            try SignalSource(.hangup, on: loop) { [unowned self] in _ = reload() },
        ]
        clockSteps = try ClockStepSource(on: loop) { [unowned self] in
            log.write(.clockStepped)
            for profile in handler.profiles.all { profile.replan() }
        }
    }

    private func stop() {
        guard !server.isStopping else { return }
        log.write(.stopping)
        // Before anything else, so that a client finds nobody, or our successor, but never waits in our queue.
        for socket in ownSockets { socket.remove() }
        statusLine = nil
        tellManager(.stopping)
        server.stop()
    }
}
