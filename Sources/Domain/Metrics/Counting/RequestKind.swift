package import API

/// What a request was for, as far as it is counted apart.
package enum RequestKind: UInt8, CaseIterable, Sendable {
    case sign, presign, postPolicy, signString
    /// The key itself, by whichever door.
    case credentials
    /// Everything that is only looked at.
    case read
    case administer
    /// No route was found: a wrong path, or no HTTP at all.
    case unknown

    package init(_ route: Route) {
        switch route {
        case .signing(.sign): self = .sign
        case .signing(.presign): self = .presign
        case .signing(.postPolicy): self = .postPolicy
        case .signing(.signString): self = .signString
        case .credentials, .compat: self = .credentials
        case _ where route.isAdmin: self = .administer
        default: self = .read
        }
    }

    var name: StaticString {
        switch self {
        case .sign: "sign"
        case .presign: "presign"
        case .postPolicy: "post-policy"
        case .signString: "sign-string"
        case .credentials: "credentials"
        case .read: "read"
        case .administer: "administer"
        case .unknown: "unknown"
        }
    }
}
