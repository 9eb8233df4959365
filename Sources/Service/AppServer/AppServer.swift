internal import CommandLine
internal import Issuing
internal import IssuingSettings
internal import Kernel
internal import Sections
internal import Systemd
internal import Time

/// The program `ossauth-appserver`, from its arguments to its exit status.
package enum AppServer {
    package static func run(_ arguments: [String]) -> Int32 {
        do {
            switch try Program.appServer.parse(arguments) {
            case .call(let call): return try perform(call)
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

    private static func perform(_ call: Call) throws -> Int32 {
        guard let path = call.value(of: .configuration) else { throw UsageError("--config FILE is needed") }
        if let name = call.value(of: .enrol) {
            let (user, group) = (try user(name), call.value(of: .group))
            guard let text = call.value(of: .code) else {
                return try Enrolment(path).enrol(user, group: group, replacing: call.has(.replace))
            }
            let life = try life(text)
            return try Enrolment(path).offer(to: user, group: group, validFor: life)
        }
        guard !call.has(.group), !call.has(.code), !call.has(.replace) else {
            throw UsageError("--group, --code and --replace need --enrol")
        }
        if let name = call.value(of: .revoke) {
            let user = try user(name)
            return try Enrolment(path).revoke(user)
        }
        if call.has(.list) { return try Enrolment(path).list() }
        return call.has(.check) ? try check(path) : try IssuingServer.run(path)
    }

    private static func life(_ text: String) throws(UsageError) -> Duration {
        guard case .duration(let life)? = TimeSpan(text), (.seconds(60)...(.seconds(604_800))).contains(life)
        else { throw UsageError("--code: 1min to 7d, for example 1h") }
        return life
    }

    private static func user(_ name: String) throws(UsageError) -> UserName {
        guard let user = UserName(name) else { throw UsageError(UserName.complaint) }
        return user
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
}
