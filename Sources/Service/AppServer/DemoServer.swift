internal import Access
internal import Bytes
internal import Callers
internal import EventLoop
internal import Kernel
internal import Records
internal import Serving
internal import Settings
internal import Systemd

/// The demo of an AppServer, which makes keys up.
final class DemoServer {
    /// One for each host, and a handful for a demo.
    private static let maximumConnections = 256

    private let loop: EventLoop
    private let server: Server
    private let port: UInt16
    private var signals: [SignalSource] = []

    private init(_ options: AppServerOptions) throws {
        loop = try EventLoop()
        let listener = try LoopbackListener(options.address, port: options.port, backlog: 128)
        port = listener.port
        let issuer = try DemoIssuer(ledger: options.ledger, lifetime: options.lifetime)
        let limits = ServerLimits(
            connections: DemoServer.maximumConnections, connectionsPerUser: DemoServer.maximumConnections,
            idle: .seconds(30), request: .seconds(30))
        server = try Server(
            limits, responder: try DemoResponder(issuer), callers: CallerDirectory(policy: Policy(rules: [])),
            on: loop, clock: Clock(), log: Log(level: .warning, to: try JournalWriter()))
        var traits = ListenerTraits(tag: 0)
        // Answers hold keys, and requests strings to sign.
        traits.mayCarrySecrets = true
        try server.listen(on: listener.takeSocket(), traits, identifying: .anonymous)
        loop.afterIteration = { [unowned server] in server.endIteration() }
        signals = [
            try SignalSource(.terminate, on: loop) { [unowned loop] in loop.stop() },
            try SignalSource(.interrupt, on: loop) { [unowned loop] in loop.stop() },
        ]
    }
}

extension DemoServer {
    /// The whole life of the server.
    static func run(_ options: AppServerOptions) throws -> Int32 {
        try AppServer.prepareProcess()
        let server = try DemoServer(options)
        _ = try AppServer.print("listening on http://\(options.address.text):\(server.port)\n")
        return try server.loop.run()
    }
}
