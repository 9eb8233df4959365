internal import Access
internal import Bytes
internal import Callers
internal import CommandLine
internal import EventLoop
internal import Kernel
internal import Records
internal import Serving
internal import Settings
internal import Systemd

/// The reference AppServer, which hands out short-lived keys; so far only the demo, which makes them up.
package final class AppServer {
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
            connections: AppServer.maximumConnections, connectionsPerUser: AppServer.maximumConnections,
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

extension AppServer {
    /// The whole life of the program; returns its exit status.
    package static func run(_ arguments: [String]) -> Int32 {
        do {
            switch try Program.appServer.parse(arguments) {
            case .call(let call): return try serve(AppServerOptions(call))
            case .version: return try print("ossauth-appserver \(Release.version)\n")
            case .help: return try print(Program.appServer.help(on: [], Ink(isColoured: false)))
            }
        } catch {
            try? StandardStream.error.write("ossauth-appserver: \(error)\n".utf8Span.span)
            return error is UsageError ? ProgramStatus.usage : 1
        }
    }

    private static func serve(_ options: AppServerOptions) throws -> Int32 {
        try ThisProcess.fillStandardStreams()
        try ThisProcess.forbidDumps()
        ThisProcess.ignoreBrokenPipes()
        let server = try AppServer(options)
        _ = try print("listening on http://\(options.address.text):\(server.port)\n")
        return try server.loop.run()
    }

    private static func print(_ text: String) throws(SystemError) -> Int32 {
        try StandardStream.output.write(text.utf8Span.span)
        return 0
    }
}
