/// Holds the sockets of `[Daemon]` against each other, and against what they are for.
struct SocketReview {
    let daemon: DaemonSettings
    let section: Section?

    func check(_ reading: inout Reading) {
        if daemon.admin.mode & 0o007 != 0 {
            report(
                "whoever may connect here rules the daemon: the last digit must be 0", at: "AdminSocketMode",
                &reading)
        }
        if daemon.admin.path == daemon.api.path {
            report("ApiSocket= is this path, too", at: "AdminSocket", &reading)
        }
        let isNamed = section?.has("CredentialsSocket") == true
        for (key, socket) in [("ApiSocket", daemon.api), ("AdminSocket", daemon.admin)]
        where socket.path == daemon.credentials.path {
            let (place, other) = isNamed ? ("CredentialsSocket", key) : (key, "CredentialsSocket")
            report("\(other)= is this path, too", at: place, &reading)
        }
    }

    private func report(_ message: String, at key: String, _ reading: inout Reading) {
        reading.report(message, at: section?.position(of: key) ?? .start)
    }
}
