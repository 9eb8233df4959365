internal import Bytes
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
}

/// The action that the command line of the AppServer asks for.
enum AppServerAction {
    case serve(configuration: String)
    case check(configuration: String)
    case enrol(UserName, group: String?, replacing: Bool, configuration: String)
    case offer(UserName, group: String?, life: Duration, configuration: String)
    case revoke(UserName, configuration: String)
    case list(configuration: String)

    init(_ call: Call) throws(UsageError) {
        guard let path = call.value(of: .configuration) else { throw UsageError("--config FILE is needed") }
        self = try AppServerAction.action(call, path)
    }

    private static func action(_ call: Call, _ path: String) throws(UsageError) -> AppServerAction {
        if let name = call.value(of: .enrol) {
            let (user, group) = (try user(name), call.value(of: .group))
            guard let text = call.value(of: .code) else {
                return .enrol(user, group: group, replacing: call.has(.replace), configuration: path)
            }
            return .offer(user, group: group, life: try life(text), configuration: path)
        }
        guard !call.has(.group), !call.has(.code), !call.has(.replace) else {
            throw UsageError("--group, --code and --replace need --enrol")
        }
        if let name = call.value(of: .revoke) { return .revoke(try user(name), configuration: path) }
        if call.has(.list) { return .list(configuration: path) }
        return call.has(.check) ? .check(configuration: path) : .serve(configuration: path)
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
}
