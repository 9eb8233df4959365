/// Which socket a client came in by, and so what it may ask.
package enum Door: UInt8, CaseIterable, Sendable {
    /// HTTP, for local programs.
    case api
    /// HTTP, for the administrator.
    case admin
    /// systemd, on behalf of a service with `LoadCredential=`; it asks by its name and sends nothing.
    case credentials
    /// HTTP over TCP, for programs that know nothing of us.
    case compat

    /// As systemd names the descriptor.
    package var name: StaticString {
        switch self {
        case .api: "api"
        case .admin: "admin"
        case .credentials: "credentials"
        case .compat: "compat"
        }
    }

    /// Whether what comes in may be a secret: a token that is set, a path that nobody else knows.
    package var bringsSecrets: Bool { self == .admin || self == .compat }

    /// Behind these only root, or whoever runs the daemon, has any business.
    package var isForRoot: Bool { self == .admin || self == .credentials }
}
