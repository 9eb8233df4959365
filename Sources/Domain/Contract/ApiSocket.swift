/// The path at which a client finds the daemon.
package enum ApiSocket {
    /// The daemon of the system.
    package static let standard = "/run/ossauthd/ossauthd.sock"
    /// The variable that names another place.
    package static let variable = "OSSAUTHD_SOCKET"

    /// The path of the socket: of the variable, the user's own daemon, or the system's.
    package static func path(variable: (String) -> String?, isOwn: (String) -> Bool) -> String {
        if let named = variable(ApiSocket.variable), !named.isEmpty { return named }
        return unnamed(variable: variable, isOwn: isOwn)
    }

    /// The path without the variable.
    ///
    /// A shell of `su` still names the folder of the other user, which could contain any socket; `isOwn` checks whether a file
    /// belongs to the user.
    package static func unnamed(variable: (String) -> String?, isOwn: (String) -> Bool) -> String {
        guard let directory = variable("XDG_RUNTIME_DIR"), !directory.isEmpty else { return standard }
        let own = "\(directory)/ossauthd/ossauthd.sock"
        return isOwn(directory) && isOwn(own) ? own : standard
    }
}
