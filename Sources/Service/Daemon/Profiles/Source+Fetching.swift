internal import Settings

extension Source {
    /// Whether a token can be had by asking for it.
    var canFetch: Bool {
        switch self {
        case .appserver, .static: true
        default: false
        }
    }

    var isSupported: Bool {
        switch self {
        case .appserver, .static, .manual: true
        default: false
        }
    }
}
