/// Where a client finds the daemon.
package enum ApiSocket {
    /// The daemon of the system.
    package static let standard = "/run/ossauthd/ossauthd.sock"
    /// What says that it is elsewhere.
    package static let variable = "OSSAUTHD_SOCKET"

    /// The path of the socket: of the variable, the user's own daemon, or the system's.
    package static func path(variable: (String) -> String?, exists: (String) -> Bool) -> String {
        if let named = variable(ApiSocket.variable), !named.isEmpty { return named }
        return unnamed(variable: variable, exists: exists)
    }

    /// The path where nobody says one.
    package static func unnamed(variable: (String) -> String?, exists: (String) -> Bool) -> String {
        guard let directory = variable("XDG_RUNTIME_DIR"), !directory.isEmpty else { return standard }
        let own = "\(directory)/ossauthd/ossauthd.sock"
        return exists(own) ? own : standard
    }
}
