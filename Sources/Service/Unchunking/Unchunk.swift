internal import CommandLine
internal import Kernel
internal import Systemd

/// The program `ossauth-unchunk`, from its arguments to its exit status.
package enum Unchunk {
    package static func run(_ arguments: [String]) -> Int32 {
        do {
            switch try Program.unchunk.parse(arguments) {
            case .call(let call): return try filter(call)
            case .version: return try print("ossauth-unchunk \(Release.build(ThisProcess.commit))\n")
            case .help: return try print(Program.unchunk.help(on: [], Ink(isColoured: false)))
            }
        } catch {
            ErrorLines.write("ossauth-unchunk: \(error)")
            return error is UsageError ? ProgramStatus.usage : 1
        }
    }

    private static func filter(_ call: Call) throws -> Int32 {
        guard let next = call.value(of: .next), let daemon = call.value(of: .daemon) else {
            throw UsageError("--next PATH and --daemon PATH are needed")
        }
        try ThisProcess.fillStandardStreams()
        // Bodies of requests are the data of users.
        try ThisProcess.forbidDumps()
        try ThisProcess.raiseDescriptorLimit()
        ThisProcess.ignoreBrokenPipes()
        let filter = try Filter(Neighbours(next: next, daemon: daemon))
        let own = try filter.listen(at: call.value(of: .listen))
        try ServiceManager.notify(.ready)
        defer { own.remove() }
        return try filter.run()
    }

    private static func print(_ text: String) throws(SystemError) -> Int32 {
        try StandardStream.output.write(text.utf8Span.span)
        return 0
    }
}

/// The sockets behind the filter.
struct Neighbours {
    /// The second server of nginx, for requests without chunks.
    let next: String
    /// The forward socket of ossauthd.
    let daemon: String
}
