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
    /// HTTP over TCP, for programs that take the host for an ECS instance.
    case metadata

    /// As systemd names the descriptor.
    package var name: StaticString {
        switch self {
        case .api: "api"
        case .admin: "admin"
        case .credentials: "credentials"
        case .compat: "compat"
        case .metadata: "metadata"
        }
    }

    /// Whether what comes in may be a secret: a token that is set, a path that nobody else knows.
    package var bringsSecrets: Bool {
        switch self {
        case .admin, .compat, .metadata: true
        case .api, .credentials: false
        }
    }

    /// Behind these are programs that know nothing of us, and are told no more than they must know.
    package var isForStrangers: Bool {
        switch self {
        case .compat, .metadata: true
        case .api, .admin, .credentials: false
        }
    }

    /// Behind these only root, or whoever runs the daemon, has any business.
    package var isForRoot: Bool { self == .admin || self == .credentials }
}
