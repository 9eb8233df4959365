internal import Chunks
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
        try ThisProcess.prepareService()
        let filter = try Filter(Neighbours(next: next, daemon: daemon), try patience(of: call))
        try filter.listen(at: call.value(of: .listen))
        try ServiceManager.notify(.ready)
        defer { filter.removeOwnListener() }
        return try filter.run()
    }

    /// nginx gives up before the usual time, and then closes the connection.
    private static func patience(of call: Call) throws(UsageError) -> FilterPatience {
        guard let text = call.value(of: .silence) else { return FilterPatience(seconds: 180) }
        guard let seconds = Int64(text), (1...86_400).contains(seconds) else {
            throw UsageError("--silence must be 1 to 86400 seconds, not '\(text)'")
        }
        return FilterPatience(seconds: seconds)
    }

    private static func print(_ text: String) throws(SystemError) -> Int32 {
        try StandardStream.output.write(text.utf8Span.span)
        return 0
    }
}
