/// What systemd says of one unit, by the properties that `systemctl show` prints.
package struct UnitState: Equatable, Sendable {
    package static let properties = [
        "Id", "ActiveState", "SubState", "Result", "NRestarts", "ExecMainStatus", "UnitFileState",
    ]
    /// All units of ossauthd that can be enabled, besides the daemon itself.
    package static let sockets = [
        "ossauthd.socket", "ossauthd-admin.socket", "ossauthd-credentials.socket", "ossauthd-compat.socket",
        "ossauthd-metadata@*.socket", "ossauth-fetch.socket",
    ]

    let name: String
    /// `active`, `failed` and so on.
    let state: String
    let isEnabled: Bool
    private let substate: String
    private let result: String
    let restarts: Int
    let exitStatus: String

    package init(_ properties: [String: String]) {
        name = properties["Id"] ?? ""
        state = properties["ActiveState"] ?? ""
        substate = properties["SubState"] ?? ""
        result = properties["Result"] ?? ""
        restarts = properties["NRestarts"].flatMap { Int($0) } ?? 0
        exitStatus = properties["ExecMainStatus"] ?? ""
        isEnabled = properties["UnitFileState"]?.hasPrefix("enabled") == true
    }

    /// It fails at each start, and systemd tries it again.
    package var restartsAgainAndAgain: Bool {
        substate.hasPrefix("auto-restart") || (state == "activating" && restarts > 0)
    }

    /// systemd starts it no more, since it was started too often.
    var isAtStartLimit: Bool { result.hasSuffix("start-limit-hit") || result == "trigger-limit-hit" }
}
