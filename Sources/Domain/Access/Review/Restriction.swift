/// A key by which a rule grants less than everything.
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

    /// Whether the rules ask it for this operation.
    func applies(to operation: Operation) -> Bool {
        switch self {
        case .profile: true
        case .version: operation.confinement == .byRequest || operation == .signOpaque
        case .bucket, .key, .method, .parameter, .timeSkew: operation.confinement == .byRequest
        case .maxExpires: operation.confinement == .byRequest && operation != .sign
        case .rate: operation.confinement != .needless
        }
    }
}
