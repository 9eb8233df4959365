/// The kind of socket that a client connected to; it decides which routes the client may use.
package enum ListenerKind: UInt8, CaseIterable, Sendable {
    /// HTTP for local programs.
    case api
    /// HTTP for the administrator.
    case admin
    /// The connection of systemd for a service with `LoadCredential=`: the name of its socket is the request.
    case credentials
    /// HTTP over TCP for unmodified programs.
    case compat
    /// HTTP over TCP for programs that expect the metadata service of an ECS instance.
    case metadata
    /// HTTP for a proxy that sends requests of local programs on to OSS.
    case forward

    /// The name of the descriptor in systemd.
    package var name: StaticString {
        switch self {
        case .api: "api"
        case .admin: "admin"
        case .credentials: "credentials"
        case .compat: "compat"
        case .metadata: "metadata"
        case .forward: "forward"
        }
    }

    /// Whether requests may contain a secret, such as a token to set or a secret path.
    package var mayCarrySecrets: Bool {
        switch self {
        case .admin, .compat, .metadata: true
        case .api, .credentials, .forward: false
        }
    }

    /// Whether the clients are unmodified programs, which get no more information than they need.
    package var servesUnmodifiedPrograms: Bool {
        switch self {
        case .compat, .metadata: true
        case .api, .admin, .credentials, .forward: false
        }
    }

    /// Whether only root and the user of the daemon may connect.
    package var isForRoot: Bool { self == .admin || self == .credentials }
}
