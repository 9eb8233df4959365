internal import Access
internal import Callers
internal import EventLoop
internal import Issuing
internal import IssuingSettings
internal import Kernel
internal import Records
internal import Sections
internal import Serving
internal import Systemd
internal import Time

/// The AppServer of an operator: users in front, the daemon of its host behind it.
final class IssuingServer {
    private let loop: EventLoop
    private let log: Log
    private let server: Server
    private let responder: IssuingResponder
    private let path: String
    private var signals: [SignalSource] = []
    private let files: IssuingFiles
    private var nextLook: Timer?
    /// Held for its lock.
    private var listener: UnixListener?

    /// The whole life of the server.
    static func run(_ path: String) throws -> Int32 {
        let settings = try IssuingConfiguration.load(path)
        try ThisProcess.prepareService()
        let server = try IssuingServer(settings, path)
        let place = try server.listen(settings.server)
        server.look()
        _ = try ServiceManager.notify(.ready)
        _ = try AppServer.print("listening on \(place)\n")
        defer { try? server.listener.take()?.remove() }
        return try server.loop.run()
    }

    private init(_ settings: IssuingSettings, _ path: String) throws {
        self.path = path
        loop = try EventLoop()
        let clock = Clock()
        log = Log(level: settings.server.logLevel, to: try JournalWriter(), as: "ossauth-appserver")
        let issuer = Issuer(at: settings.server.daemonSocket, on: loop, clock)
        var files = try IssuingFiles(settings.server, of: ThisProcess.user)
        files.provider = try ProviderKeys(settings.server, on: loop, clock, log)
        self.files = files
        responder = IssuingResponder(settings, files, issuer, clock, log)
        server = try Server(
            ServerLimits(settings.server), responder: responder,
            callers: CallerDirectory(policy: Policy(rules: [])),
            on: loop, clock: clock, log: log)
        responder.server = server
        server.finish = { [unowned loop] in loop.stop() }
        nextLook = try Timer(on: loop, accuracy: .milliseconds(100)) { [unowned self] in look() }
        warn(of: settings)
        for warning in files.warnings { log.write(.configurationWarning(warning)) }
        signals = [
            try SignalSource(.terminate, on: loop) { [unowned self] in server.stop() },
            try SignalSource(.interrupt, on: loop) { [unowned self] in server.stop() },
            try SignalSource(.hangup, on: loop) { [unowned self] in reload() },
        ]
    }

    /// Returns the address, for the operator.
    private func listen(_ settings: IssuingServerSettings) throws -> String {
        var traits = ListenerTraits(tag: 0)
        traits.mayCarrySecrets = true
        var passed = try PassedDescriptors()
        if let socket = try passed.takeListener(named: "appserver") {
            try server.listen(on: socket, traits, identifying: .anonymous)
            return "the socket of systemd"
        }
        switch settings.listener {
        case .unix(let path):
            // Another user could listen there before this process.
            try File.checkExclusive(path.folder)
            let own = try UnixListener(
                path: path, access: FileAccess(mode: UInt32(settings.socketMode)),
                backlog: ServerLimits.backlog)
            try server.listen(on: try own.socket.duplicate(), traits, identifying: .anonymous)
            listener = consume own
            return path
        case .loopback(let place):
            let own = try Kernel.LoopbackListener(
                place.isIPv6 ? .v6 : .v4, port: place.port, backlog: ServerLimits.backlog)
            let address = "http://\(own.address.text):\(own.port)"
            try server.listen(on: own.takeSocket(), traits, identifying: .anonymous)
            return address
        }
    }

    /// Looks at the files, and does so again in a second.
    private func look() {
        let now = KernelClock.bootNanoseconds()
        files.look(at: Instant(nanosecondsSinceBoot: now), log)
        nextLook?.arm(atBootNanoseconds: now + 1_000_000_000)
    }

    private func warn(of settings: IssuingSettings) {
        for warning in settings.warnings { log.write(.configurationWarning("\(warning)")) }
    }

    private func reload() {
        do throws(InvalidConfiguration) {
            let settings = try IssuingConfiguration.load(path)
            log.level = settings.server.logLevel
            responder.use(settings)
            warn(of: settings)
            log.write(.usersLoaded(users: settings.users.count, groups: settings.groups.count))
        } catch {
            log.write(.configurationKept(problems: error.problems))
        }
    }
}

extension ServerLimits {
    /// All connections are those of the proxy, so no user has a share of them.
    fileprivate init(_ settings: IssuingServerSettings) {
        self.init(
            connections: settings.maxConnections, connectionsPerUser: settings.maxConnections,
            idle: settings.idleTimeout, request: settings.requestTimeout)
    }
}
