package import CommandLine

// Options of every command.
extension Option {
    static let socket = Option(
        "socket", .path("PATH"), "The socket of the daemon.",
        standard: "$XDG_RUNTIME_DIR/ossauthd/ossauthd.sock if it is yours, else \(SocketPath.api)",
        variable: SocketPath.apiVariable)
    static let adminSocket = Option(
        "admin-socket", .path("PATH"),
        "The socket for explain about other users, credentials set and forget, refresh and reload.",
        standard: SocketPath.admin, variable: SocketPath.adminVariable)
    static let output = Option(
        "output", short: "o", .choice("FORMAT", OutputFormat.allCases.map(\.rawValue)),
        "How to print the answer; csv where it is a table.", standard: "text")
    static let timeout = Option(
        "timeout", .span("TIME"), "How long to wait for an answer of the daemon.", standard: "30s")
    package static let debug = Option(
        "debug", .flag,
        "Print to standard error which socket is used, and how long each answer takes; bench, events, top and "
            + "status --watch print only the socket.")
    static let json = Option("json", .flag, "The same as --output json.")
}
