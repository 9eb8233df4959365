package import CommandLine
internal import Contract

/// Where the daemon listens.
package enum SocketPath {
    static let api = ApiSocket.standard
    static let admin = "/run/ossauthd-admin/admin.sock"
    static let apiVariable = ApiSocket.variable
    static let adminVariable = "OSSAUTHD_ADMIN_SOCKET"

    /// The path of a socket: of the option, the variable, the user's own daemon, or the default.
    package static func of(
        _ socket: Socket, _ call: Call, variable: (String) -> String?, isOwn: (String) -> Bool
    ) -> String {
        switch socket {
        case .admin: return call.value(of: .adminSocket, variable: variable) ?? admin
        case .api:
            return call.value(of: .socket, variable: variable)
                ?? ApiSocket.unnamed(variable: variable, isOwn: isOwn)
        }
    }

    /// Where root is told more than over the socket at `path`; `nil` where that may be another daemon's.
    package static func wider(
        than path: String, _ call: Call, variable: (String) -> String?
    ) -> String? {
        guard call.value(of: .socket) == nil else { return nil }
        return call.value(of: .adminSocket, variable: variable) ?? (path == api ? admin : nil)
    }
}

extension Call {
    /// An empty path is that of a shell variable that was not set, and no default.
    func checkSockets() throws(UsageError) {
        for option in [Option.socket, .adminSocket] where value(of: option) == "" {
            throw UsageError("--\(option.name) is empty; it is followed by the path of a socket")
        }
    }
}
