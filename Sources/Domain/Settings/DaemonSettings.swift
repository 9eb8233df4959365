package import Access
package import Sections

/// The settings of the whole daemon: `[Daemon]`.
///
/// Like all settings they are created only by reading a configuration, so they are always valid.
package struct DaemonSettings: Equatable, Sendable {
    /// The profile of a request that names none: `DefaultProfile=`, or the only profile.
    package internal(set) var defaultProfile: String?
    package internal(set) var api: SocketSettings
    package internal(set) var admin: SocketSettings
    /// `nil`: no listener for unmodified SDKs.
    package internal(set) var compatListener: LoopbackListener?
    /// `nil`: no listener for programs that read the metadata of an ECS instance.
    package internal(set) var metadataListener: MetadataPlace?
    package internal(set) var metadataTokens = MetadataTokens.required
    /// `nil`: the daemon makes no socket for proxies.
    var forwardSocketPath: String?
    package internal(set) var cacheDirectory: String
    /// The key that encrypts the cache files.
    ///
    /// It has no default: if the credential is lost, the daemon must not write the cache in plain text.
    package internal(set) var cacheKey: SecretPlace?
    package internal(set) var maxConnections = 4_096
    package internal(set) var maxConnectionsPerUser = 1_024
    package internal(set) var maxScopedTokens = 1_000
    package internal(set) var idleTimeout = Duration.seconds(300)
    package internal(set) var requestTimeout = Duration.seconds(10)
    package internal(set) var logLevel = LogLevel.info
    /// `nil`: `summary` if there is a journal, else `no`.
    package internal(set) var audit: AuditSetting?

    init(_ environment: Environment) {
        let directory = environment.runtimeDirectory
        api = SocketSettings(path: "\(directory)/ossauthd.sock", mode: 0o660, group: "ossauth")
        // The admin socket has its own directory, so that a container that mounts the api socket's directory does not
        // get it.
        admin = SocketSettings(path: "\(directory)-admin/admin.sock", mode: 0o600, group: "root")
        cacheDirectory = environment.cacheDirectory
    }
}

extension DaemonSettings {
    /// The socket for `LoadCredential=` of systemd, beside the api socket.
    ///
    /// Only the users of the admin socket may connect.
    package var credentials: SocketSettings {
        let directory = api.path[..<(api.path.lastIndex(of: "/") ?? api.path.startIndex)]
        return SocketSettings(
            path: "\(directory)/credentials.sock", mode: 0o600, group: admin.group)
    }
}

extension DaemonSettings {
    /// Only root and the user of the daemon may connect, unless systemd makes the socket for the user of the proxy.
    package var forward: SocketSettings? {
        forwardSocketPath.map { SocketSettings(path: $0, mode: 0o600, group: admin.group) }
    }
}

/// The path, permissions and group of a Unix socket; its owner is the user of the daemon.
package struct SocketSettings: Equatable, Sendable {
    package internal(set) var path: String
    package internal(set) var mode: UInt16
    package internal(set) var group: String
}

extension DaemonSettings {
    static let keys: [Key<DaemonSettings>] = sockets + storage + limits

    private static let sockets: [Key<DaemonSettings>] = [
        .maybe(
            "DefaultProfile", \.defaultProfile, .name,
            "Profile of requests that name none; the only one if unset."),
        .one(
            "ApiSocket", \.api.path, .socketPath,
            "Path where programs connect, unless systemd passes the socket."),
        .one("ApiSocketMode", \.api.mode, .mode, "Permissions of the api socket, if the daemon creates it."),
        .one("ApiSocketGroup", \.api.group, .account, "Its group, by name or number."),
        .one(
            "AdminSocket", \.admin.path, .socketPath,
            "Path where the administrator connects, unless systemd passes the socket; only root and the daemon's user may."
        ),
        .one("AdminSocketGroup", \.admin.group, .account, "Its group."),
        .maybe(
            "CompatListen", \.compatListener, .loopbackListener,
            "127.0.0.1:PORT or [::1]:PORT for unmodified SDKs; off if unset. With systemd: ossauthd-compat.socket."
        ),
        .maybe(
            "MetadataListen", \.metadataListener, .metadataPlace,
            "100.100.100.200:80 or a loopback address for programs that support only ECS roles; off if unset."
        ),
        .one(
            "MetadataTokens", \.metadataTokens, .choice(),
            "required: hardened mode only; optional: normal mode too."),
        .maybe(
            "ForwardSocket", \.forwardSocketPath, .socketPath,
            "Path where the proxies of [Forward] sections ask, unless systemd passes the socket; off if unset."
        ),
    ]

    private static let storage: [Key<DaemonSettings>] = [
        .one(
            "CacheDirectory", \.cacheDirectory, .path,
            "Directory that keeps tokens over a restart; another one needs a drop-in with ReadWritePaths=-PATH."
        ),
        .maybe(
            "CacheKey", \.cacheKey, .secretFile, "File with 32 bytes, the key that encrypts the cache files."),
    ]

    private static let limits: [Key<DaemonSettings>] = [
        .one("MaxConnections", \.maxConnections, .count(1...1_000_000), "Connections at the same time."),
        .one(
            "MaxConnectionsPerUser", \.maxConnectionsPerUser, .count(1...1_000_000),
            "Connections of one user at the same time."),
        .one(
            "MaxScopedTokens", \.maxScopedTokens, .count(1...100_000),
            "Tokens of Scope=caller at the same time; the one that was not asked for the longest is dropped."),
        .one(
            "IdleTimeout", \.idleTimeout, .duration(Bound.second...Bound.week),
            "Time after which an idle connection is closed."),
        .one(
            "RequestTimeout", \.requestTimeout, .duration(.milliseconds(100)...Bound.hour),
            "Time limit for a request to arrive, and for its wait for a credential."),
        .one("LogLevel", \.logLevel, .choice(), "error, warning, notice, info or debug."),
        .maybe(
            "Audit", \.audit, .audit,
            "no, summary or full (yes is the same); if unset, summary if there is a journal, else no."),
    ]
}

/// Checks the sockets of `[Daemon]` against each other and against their purpose.
struct SocketReview {
    let daemon: DaemonSettings
    let section: Section?

    func check(_ reading: inout Reading) {
        if daemon.admin.path == daemon.api.path {
            report("ApiSocket= has this path too", at: "AdminSocket", &reading)
        }
        for (key, socket) in [("ApiSocket", daemon.api), ("AdminSocket", daemon.admin)]
        where socket.path == daemon.credentials.path {
            report("this is the path of the socket for LoadCredential=", at: key, &reading)
        }
    }

    private func report(_ message: String, at key: String, _ reading: inout Reading) {
        reading.report(message, at: section?.position(of: key) ?? .start)
    }
}

extension Kind<AuditSetting> {
    /// Accepts `yes` for `full`, as before `summary` existed.
    static var audit: Kind {
        let words = Kind.choice()
        return Kind(
            write: words.write,
            read: { text, environment throws(Complaint) in
                guard let isOn = try? Kind<Bool>.boolean.read(text, environment) else {
                    return try words.read(text, environment)
                }
                return isOn ? .full : .no
            })
    }
}
