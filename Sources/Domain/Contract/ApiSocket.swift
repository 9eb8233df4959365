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
    package static func unnamed(variable: (String) -> String?, isOwn: (String) -> Bool) -> String {
        ownFolder(variable: variable, isOwn: isOwn).map(path(in:)) ?? standard
    }

    /// The folder with the sockets of the user's own daemon; `nil`: there is none.
    ///
    /// A shell of `su` still names the folder of the other user, which could contain any socket; `isOwn` checks whether a file
    /// belongs to the user.
    package static func ownFolder(variable: (String) -> String?, isOwn: (String) -> Bool) -> String? {
        let folders = [variable("XDG_RUNTIME_DIR"), variable("HOME").map { "\($0)/.local/run" }]
        return folders.compactMap(\.self).first { !$0.isEmpty && isOwn($0) && isOwn(path(in: $0)) }
    }

    private static func path(in folder: String) -> String { "\(folder)/ossauthd/ossauthd.sock" }
}
