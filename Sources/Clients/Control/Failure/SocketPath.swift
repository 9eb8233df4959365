package import CommandLine
internal import Contract
internal import Kernel

/// The paths of the sockets.
package enum SocketPath {
    static let api = ApiSocket.standard
    static let admin = "/run/ossauthd-admin/admin.sock"
    static let apiVariable = ApiSocket.variable
    static let adminVariable = "OSSAUTHD_ADMIN_SOCKET"

    /// The path of a socket: from the option, the variable, the user's own daemon, or the default.
    package static func of(
        _ socket: Socket, _ call: Call, variable: (String) -> String?, isOwn: (String) -> Bool
    ) -> String {
        switch socket {
        case .admin: call.value(of: .adminSocket) ?? admin(call, variable, isOwn)
        case .api: call.value(of: .socket) ?? ApiSocket.unnamed(variable: variable, isOwn: isOwn)
        }
    }

    /// Whether it is that of the user's own daemon.
    static func isOwn(_ path: String) -> Bool {
        path != api && path == ApiSocket.unnamed(variable: ThisProcess.variable, isOwn: File.isOwn)
    }

    private static func admin(
        _ call: Call, _ variable: (String) -> String?, _ isOwn: (String) -> Bool
    ) -> String {
        guard !call.has(.socket), let folder = ApiSocket.ownFolder(variable: variable, isOwn: isOwn) else {
            return admin
        }
        return "\(folder)/ossauthd-admin/admin.sock"
    }
}

extension Option {
    static let socket = Option(
        "socket", .path("PATH"), "The socket of the daemon.",
        standard:
            "ossauthd/ossauthd.sock in $XDG_RUNTIME_DIR or ~/.local/run if it is yours, else \(SocketPath.api)",
        variable: SocketPath.apiVariable)
    static let adminSocket = Option(
        "admin-socket", .path("PATH"),
        "The socket for explain about other users, credentials set and forget, refresh and reload.",
        standard: "that of the same daemon, \(SocketPath.admin) for the system's",
        variable: SocketPath.adminVariable)
}

extension Call {
    /// Refuses an empty path, which comes from an unset shell variable.
    func checkSockets() throws(UsageError) {
        for option in [Option.socket, .adminSocket] where value(of: option) == "" {
            throw UsageError("--\(option.name) is empty; it is followed by the path of a socket")
        }
    }
}

/// The two sockets of the daemon that speak HTTP.
package enum Socket: Equatable, Sendable {
    case api
    case admin
}
