/// Where a URL carries the bucket; the signature names it in any case.
package enum Addressing: Sendable {
    /// `https://bucket.host/key`
    case virtualHost
    /// `https://host/bucket/key`, for addresses and test servers
    case path
    /// `https://custom.domain/key`
    case cname

    package var name: StaticString {
        switch self {
        case .virtualHost: "virtual"
        case .path: "path"
        case .cname: "cname"
        }
    }
}
