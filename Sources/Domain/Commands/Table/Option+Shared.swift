internal import CommandLine

// Options of every command.
extension Option {
    static let socket = Option(
        "socket", .path("PATH"), "The socket of the daemon.",
        standard: "$XDG_RUNTIME_DIR/ossauthd/ossauthd.sock if it exists, else \(SocketPath.api)",
        variable: SocketPath.apiVariable)
    static let adminSocket = Option(
        "admin-socket", .path("PATH"), "The socket for credentials, refresh and reload.",
        standard: SocketPath.admin, variable: SocketPath.adminVariable)
    static let json = Option("json", .flag, "Print the answer of the daemon as JSON.")
}
