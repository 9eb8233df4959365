/// An operation that a rule can grant.
package enum Operation: UInt8, CaseIterable, Sendable {
    case sign, presign, postPolicy, signString, signOpaque, credentials, status, watch, issue

    /// The word of `Allow=`.
    package var name: StaticString {
        switch self {
        case .sign: "sign"
        case .presign: "presign"
        case .postPolicy: "post-policy"
        case .signString: "sign-string"
        case .signOpaque: "sign-opaque"
        case .credentials: "credentials"
        case .status: "status"
        case .watch: "watch"
        case .issue: "issue"
        }
    }

    /// Whether `Bucket=`, `Key=`, `Method=` and the limits of a rule apply.
    var confinement: Confinement {
        switch self {
        case .sign, .presign, .postPolicy, .signString: .byRequest
        case .signOpaque, .issue: .impossible
        case .credentials: .byScope
        case .status, .watch: .needless
        }
    }

    /// Whether the answer can be used for any request, so that a rule with limits cannot grant it.
    package var isUnconfinable: Bool { confinement == .impossible }
}

/// Whether an operation can be limited to certain buckets, keys and methods.
enum Confinement {
    /// The request names its bucket and key.
    case byRequest
    /// The answer can be used for everything, so a rule with limits cannot grant it.
    case impossible
    /// The same, unless the profile has `Scope=caller` and so hands out a token that is limited itself.
    case byScope
    /// Nothing is signed.
    case needless
}
