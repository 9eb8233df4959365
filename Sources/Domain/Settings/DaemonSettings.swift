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

    /// The socket for `LoadCredential=` of systemd, beside the api socket.
    ///
    /// Only the users of the admin socket may connect.
    package var credentials: SocketSettings {
        let directory = api.path[..<(api.path.lastIndex(of: "/") ?? api.path.startIndex)]
        return SocketSettings(
            path: "\(directory)/credentials.sock", mode: 0o600, group: admin.group)
    }

    /// Only root and the user of the daemon may connect, unless systemd makes the socket for the user of the proxy.
    package var forward: SocketSettings? {
        forwardSocketPath.map { SocketSettings(path: $0, mode: 0o600, group: admin.group) }
    }

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

    /// Checks the sockets against each other and against their purpose.
    func check(in section: Section?, _ reading: inout Reading) {
        if admin.path == api.path {
            reading.report("ApiSocket= has this path too", at: section?.position(of: "AdminSocket") ?? .start)
        }
        for (key, socket) in [("ApiSocket", api), ("AdminSocket", admin)]
        where socket.path == credentials.path {
            reading.report(
                "this is the path of the socket for LoadCredential=", at: section?.position(of: key) ?? .start
            )
        }
    }
}

/// The path, permissions and group of a Unix socket; its owner is the user of the daemon.
package struct SocketSettings: Equatable, Sendable {
    package internal(set) var path: String
    package internal(set) var mode: UInt16
    package internal(set) var group: String
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

/// The address to listen on for programs that read the metadata of an ECS instance.
package enum MetadataPlace: Equatable, Sendable {
    /// 100.100.100.200, the address on an instance.
    case instance(port: UInt16)
    case loopback(LoopbackListener)
}

/// Whether metadata requests need a session token, in the terms of ECS.
package enum MetadataTokens: String, CaseIterable, Sendable {
    /// Hardened mode only: an attacker who makes a server fetch a URL cannot send the header of a session token.
    case required
    /// Normal mode is allowed too.
    case optional
}

extension Kind<MetadataPlace> {
    static var metadataPlace: Kind {
        Kind(
            write: { listener in
                switch listener {
                case .instance(let port): "100.100.100.200:\(port)"
                case .loopback(let listener): listener.text
                }
            },
            read: { text, _ throws(Complaint) in
                if let port = text.port(after: "100.100.100.200:") { return .instance(port: port) }
                if let listener = LoopbackListener(text) { return .loopback(listener) }
                throw Complaint(
                    message: "\(Quote.of(text)) is not one of 100.100.100.200:PORT 127.0.0.1:PORT [::1]:PORT")
            })
    }
}
