extension DaemonSettings {
    static let keys: [Key<DaemonSettings>] = sockets + storage + limits

    private static let sockets: [Key<DaemonSettings>] = [
        .maybe(
            "DefaultProfile", \.defaultProfile, .name,
            "Profile of requests that name none; the only one if unset."),
        .one(
            "ApiSocket", \.api.path, .socketPath,
            "Where programs connect, unless systemd hands the socket over."),
        .one("ApiSocketMode", \.api.mode, .mode, "Permissions of an api socket of our own."),
        .one("ApiSocketUser", \.api.user, .account, "Its owner, by name or number."),
        .one("ApiSocketGroup", \.api.group, .account, "Its group, by name or number."),
        .one(
            "AdminSocket", \.admin.path, .socketPath,
            "Where the administrator connects, unless systemd hands the socket over."),
        .one(
            "AdminSocketMode", \.admin.mode, .mode,
            "Permissions of an admin socket of our own; only root and the daemon's own user are served there."
        ),
        .one("AdminSocketUser", \.admin.user, .account, "Its owner."),
        .one("AdminSocketGroup", \.admin.group, .account, "Its group."),
        .maybe(
            "CredentialsSocket", \.credentialsSocketPath, .socketPath,
            "Where systemd's LoadCredential= asks; credentials.sock beside the api socket if unset."),
        .maybe(
            "CompatListen", \.compatListener, .loopbackListener,
            "127.0.0.1:PORT or [::1]:PORT for unmodified SDKs; off if unset. With systemd: ossauthd-compat.socket."
        ),
        .maybe(
            "MetadataListen", \.metadataListener, .metadataPlace,
            "100.100.100.200:80 or a loopback address for programs that only know ECS roles; off if unset."),
        .one(
            "MetadataTokens", \.metadataTokens, .choice(),
            "required: they must use the hardened mode; optional: the normal one will do."),
    ]

    private static let storage: [Key<DaemonSettings>] = [
        .one(
            "CacheDirectory", \.cacheDirectory, .path,
            "Where tokens are kept over a restart; elsewhere the unit needs a drop-in with ReadWritePaths=."
        ),
        .maybe("CacheKey", \.cacheKey, .secretFile, "32 bytes that seal the cache files."),
    ]

    private static let limits: [Key<DaemonSettings>] = [
        .one("MaxConnections", \.maxConnections, .count(1...1_000_000), "Connections at the same time."),
        .one(
            "MaxConnectionsPerUser", \.maxConnectionsPerUser, .count(1...1_000_000),
            "Connections of one user at the same time."),
        .one(
            "IdleTimeout", \.idleTimeout, .duration(Bound.second...Bound.week),
            "When a silent connection is closed."),
        .one(
            "RequestTimeout", \.requestTimeout, .duration(.milliseconds(100)...Bound.hour),
            "How long a request may take to arrive, or wait for a credential."),
        .one("LogLevel", \.logLevel, .choice(), "error, warning, notice, info or debug."),
        .maybe(
            "Audit", \.audit, .audit,
            "no, summary or full (yes is the same); if unset, summary where there is a journal, else no."),
    ]
}
