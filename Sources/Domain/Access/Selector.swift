/// One condition on the caller.
package enum Selector: Equatable, Sendable {
    case uid(UInt32)
    /// The primary group or a supplementary one.
    case gid(UInt32)
    case unit(Glob)
    case slice(Glob)
    case executable(Glob)
    case label(Glob)

    /// Whether the daemon can tell; what it cannot tell matches nobody.
    package var isSupported: Bool {
        switch self {
        case .uid, .gid: true
        case .unit, .slice, .executable, .label: false
        }
    }

    func matches(_ peer: Peer) -> Bool {
        switch self {
        case .uid(let uid): peer.uid == uid
        case .gid(let gid): peer.gid == gid || peer.groups.contains(gid)
        case .unit, .slice, .executable, .label: false
        }
    }
}
