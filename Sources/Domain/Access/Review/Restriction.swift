internal import Signing

/// A key of the configuration that restricts a rule.
enum Restriction: String, CaseIterable {
    case profile = "Profile"
    case version = "Version"
    case bucket = "Bucket"
    case key = "Key"
    case method = "Method"
    case parameter = "Parameter"
    case maxExpires = "MaxExpires"
    case timeSkew = "TimeSkew"
    case rate = "Rate"

    /// Whether the rules check it for this operation.
    func applies(to operation: Operation) -> Bool {
        switch self {
        case .profile: true
        case .version: operation.confinement == .byRequest || operation == .signOpaque
        case .bucket, .key, .method, .parameter:
            operation.confinement == .byRequest || operation == .credentials
        case .timeSkew: operation.confinement == .byRequest
        case .maxExpires: operation.confinement == .byRequest && operation != .sign
        case .rate: operation.confinement != .needless
        }
    }
}

extension Rule {
    /// Whether the rule has this restriction, apart from defaults.
    func has(_ restriction: Restriction) -> Bool {
        switch restriction {
        case .profile: !profiles.isEmpty
        case .version: !versions.isEmpty
        case .bucket: !buckets.isEmpty
        case .key: !keys.isEmpty
        case .method: !methods.isEmpty
        case .parameter: !parameters.isEmpty
        case .maxExpires: maxExpires != nil
        case .timeSkew: timeSkew != Rule(name: "").timeSkew
        case .rate: rate != nil
        }
    }
}
