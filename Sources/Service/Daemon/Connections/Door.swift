/// Which socket a client came in by, and so what it may ask.
enum Door {
    /// HTTP, for local programs.
    case api
    /// HTTP, for the administrator.
    case admin
    /// systemd, on behalf of a service with `LoadCredential=`; it asks by its name and sends nothing.
    case credentials
    /// HTTP over TCP, for programs that know nothing of us.
    case compat

    /// Whether what comes in may be a secret: a token that is set, a path that nobody else knows.
    var bringsSecrets: Bool { self == .admin || self == .compat }

    /// Behind these only root, or whoever runs the daemon, has any business.
    var isForRoot: Bool { self == .admin || self == .credentials }
}
