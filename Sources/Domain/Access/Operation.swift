/// What a caller may ask of the daemon.
package enum Operation: UInt8, CaseIterable, Sendable {
    case sign, presign, postPolicy, signString, signOpaque, credentials, status, watch

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
        }
    }

    /// How far a rule's `Bucket=`, `Key=`, `Method=` and limits reach.
    var confinement: Confinement {
        switch self {
        case .sign, .presign, .postPolicy, .signString: .byRequest
        case .signOpaque, .credentials: .impossible
        case .status, .watch: .needless
        }
    }

    /// Whether what is handed out can be used for any request, whatever else the rule says.
    package var isUnconfinable: Bool { confinement == .impossible }
}

/// Whether an operation can be held to certain buckets, keys and methods.
enum Confinement {
    /// The request says what it touches.
    case byRequest
    /// Whoever has the answer can do everything with it, so a rule that confines cannot grant it.
    case impossible
    /// Nothing is signed.
    case needless
}
