internal import Bytes
internal import CommandLine
internal import IssuingSettings
internal import Kernel
internal import Sections
internal import Systemd

/// The program `ossauth-appserver`, from its arguments to its exit status.
package enum AppServer {
    package static func run(_ arguments: [String]) -> Int32 {
        do {
            switch try Program.appServer.parse(arguments) {
            case .call(let call): return try perform(AppServerAction(call))
            case .version: return try print("ossauth-appserver \(Release.build(ThisProcess.commit))\n")
            case .help: return try print(Program.appServer.help(on: [], Ink(isColoured: false)))
            }
        } catch let error as InvalidConfiguration {
            ErrorLines.write("\(error)")
            return ProgramStatus.configuration
        } catch {
            ErrorLines.write("ossauth-appserver: \(error)")
            return error is UsageError ? ProgramStatus.usage : 1
        }
    }

    private static func perform(_ action: AppServerAction) throws -> Int32 {
        switch action {
        case .serve(let path): return try IssuingServer.run(path)
        case .check(let path): return try check(path)
        case .enrol(let user, let group, let replacing, let path):
            return try Enrolment(path).enrol(user, group: group, replacing: replacing)
        case .offer(let user, let group, let life, let path):
            return try Enrolment(path).offer(to: user, group: group, validFor: life)
        case .revoke(let user, let path): return try Enrolment(path).revoke(user)
        case .list(let path): return try Enrolment(path).list()
        }
    }

    private static func check(_ path: String) throws -> Int32 {
        let settings = try IssuingConfiguration.load(path)
        let files = try IssuingFiles(checking: settings.server)
        for warning in settings.warnings.map(\.description) + files.warnings {
            ErrorLines.write(warning, .warning)
        }
        return try print(
            "the configuration is good: \(settings.users.count) users and \(settings.groups.count) groups\n")
    }

    static func print(_ text: String) throws(SystemError) -> Int32 {
        try StandardStream.output.write(text.utf8Span.span)
        return 0
    }

    /// Protects the process before it holds keys.
    static func prepareProcess() throws(SystemError) {
        try ThisProcess.fillStandardStreams()
        try ThisProcess.forbidDumps()
        try ThisProcess.raiseDescriptorLimit()
        ThisProcess.ignoreBrokenPipes()
    }
}
