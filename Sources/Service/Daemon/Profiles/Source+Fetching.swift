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

    var serverCount: Int {
        if case .appserver(let server) = self { server.urls.count } else { 1 }
    }
}
