/// What holds for the daemon as a whole: `[Daemon]`.
///
/// Like all settings it can be made only by reading a configuration, which is what makes it right.
package struct DaemonSettings: Equatable, Sendable {
    /// Which profile a request means that names none; the only one, if there is one.
    package internal(set) var defaultProfile: String?
    package internal(set) var api: SocketSettings
    package internal(set) var admin: SocketSettings
    /// `nil`: beside the api socket.
    var credentialsSocketPath: String?
    /// `nil`: no listener for unmodified SDKs.
    package internal(set) var compatListener: LoopbackListener?
    /// `nil`: no listener for programs that only know the metadata of an ECS instance.
    package internal(set) var metadataListener: MetadataPlace?
    package internal(set) var metadataTokens = MetadataTokens.required
    package internal(set) var cacheDirectory: String
    /// With it cache files are sealed.
    ///
    /// Never a default: a credential that is lost must not unseal the cache.
    package internal(set) var cacheKey: SecretPlace?
    package internal(set) var maxConnections = 4_096
    package internal(set) var maxConnectionsPerUser = 1_024
    package internal(set) var idleTimeout = Duration.seconds(300)
    package internal(set) var requestTimeout = Duration.seconds(10)
    package internal(set) var logLevel = LogLevel.info
    /// `nil`: a summary where there is a journal, else nothing.
    package internal(set) var audit: AuditSetting?

    init(_ environment: Environment) {
        let directory = environment.runtimeDirectory
        api = SocketSettings(path: "\(directory)/ossauthd.sock", mode: 0o660, user: "root", group: "ossauth")
        // A directory of its own, so that mounting the api socket into a container cannot leak it.
        admin = SocketSettings(
            path: "\(directory)-admin/admin.sock", mode: 0o600, user: "root", group: "root")
        cacheDirectory = environment.cacheDirectory
    }
}

extension DaemonSettings {
    /// Where systemd asks for its services; it is for whom the admin socket is for, and nobody else.
    package var credentials: SocketSettings {
        let directory = api.path[..<(api.path.lastIndex(of: "/") ?? api.path.startIndex)]
        return SocketSettings(
            path: credentialsSocketPath ?? "\(directory)/credentials.sock", mode: 0o600, user: admin.user,
            group: admin.group)
    }
}

/// A Unix socket as it must be after it was bound.
package struct SocketSettings: Equatable, Sendable {
    package internal(set) var path: String
    package internal(set) var mode: UInt16
    package internal(set) var user: String
    package internal(set) var group: String
}

/// From which weight on messages are logged.
package enum LogLevel: String, CaseIterable, Sendable {
    case error, warning, notice, info, debug
}

/// Which decisions of the rules get a record.
package enum AuditSetting: String, CaseIterable, Sendable {
    case no
    /// The first grant of each kind in full, then a count; refusals up to a rate; about 1 MB an hour at the most.
    case summary
    case full
}
