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
            guard case .call(let call) = try Program.appServer.parse(arguments) else {
                return try explain(arguments)
            }
            let options = try AppServerOptions(call)
            try ThisProcess.fillStandardStreams()
            try ThisProcess.forbidDumps()
            ThisProcess.ignoreBrokenPipes()
            return try AppServer(options).serve(at: options.address)
        } catch {
            try? StandardStream.error.write("ossauth-appserver: \(error)\n".utf8Span.span)
            return error is UsageError ? 64 : 1
        }
    }

    /// Prints the version or the help, whichever was asked for.
    private static func explain(_ arguments: [String]) throws -> Int32 {
        let isVersion = try Program.appServer.parse(arguments) == .version
        let help = Program.appServer.help(on: [], Ink(isColoured: false))
        let text = isVersion ? "ossauth-appserver \(Release.version)\n" : help
        try StandardStream.output.write(text.utf8Span.span)
        return 0
    }

    private func serve(at address: Loopback) throws(SystemError) -> Int32 {
        let host = address == .v4 ? "127.0.0.1" : "[::1]"
        try StandardStream.output.write("listening on http://\(host):\(server.port)\n".utf8Span.span)
        return try loop.run()
    }
}
