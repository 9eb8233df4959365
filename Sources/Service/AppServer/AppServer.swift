internal import Bytes
internal import CommandLine
internal import EventLoop
internal import Kernel

/// The reference AppServer, which hands out short-lived keys; so far only the demo, which makes them up.
package final class AppServer {
    private let loop: EventLoop
    private let server: HTTPServer
    private let signals: [SignalSource]

    private init(_ options: AppServerOptions) throws(SystemError) {
        let loop = try EventLoop()
        let listener = try LoopbackListener(options.address, port: options.port, backlog: 128)
        let issuer = try DemoIssuer(ledger: options.ledger, lifetime: options.lifetime)
        server = try HTTPServer(listener, answeredBy: DemoHandler(issuer), on: loop)
        signals = [
            try SignalSource(.terminate, on: loop) { [unowned loop] in loop.stop() },
            try SignalSource(.interrupt, on: loop) { [unowned loop] in loop.stop() },
        ]
        self.loop = loop
    }
}

extension AppServer {
    /// The whole life of the program; says its exit status.
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

    private static func serve(_ options: AppServerOptions) throws(SystemError) -> Int32 {
        try ThisProcess.fillStandardStreams()
        try ThisProcess.forbidDumps()
        ThisProcess.ignoreBrokenPipes()
        let server = try AppServer(options)
        _ = try print("listening on http://\(options.address.text):\(server.server.port)\n")
        return try server.loop.run()
    }

    private static func print(_ text: String) throws(SystemError) -> Int32 {
        try StandardStream.output.write(text.utf8Span.span)
        return 0
    }
}
