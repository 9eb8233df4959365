internal import CommandLine
internal import Issuing
internal import Time

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
