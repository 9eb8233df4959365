/// One condition on the caller.
package enum Selector: Equatable, Sendable {
    case uid(UInt32)
    /// The primary group or a supplementary one.
    case gid(UInt32)
    case unit(Glob)
    case slice(Glob)
    case executable(Glob)
    case label(Glob)
    /// A user or group of the rule that the host did not know when the rule was read; matches no caller.
    case unknown(String)

    /// The fact of the process that it checks.
    package var fact: Fact? {
        switch self {
        case .uid, .gid, .unknown: nil
        case .unit: .unit
        case .slice: .slice
        case .executable: .executable
        case .label: .label
        }
    }

    var isUnknown: Bool {
        guard case .unknown = self else { return false }
        return true
    }

    func matches(_ peer: Peer) -> Bool {
        switch self {
        case .uid(let uid): peer.uid == uid
        case .gid(let gid): peer.gid == gid || peer.groups.contains(gid)
        case .unit(let glob): glob.matches(peer.facts.unit)
        case .slice(let glob): glob.matches(peer.facts.slice)
        case .executable(let glob): glob.matches(peer.facts.executable)
        case .label(let glob): glob.matches(peer.facts.label)
        case .unknown: false
        }
    }
}

extension Glob {
    fileprivate func matches(_ text: String?) -> Bool {
        guard let text else { return false }
        return matches(text.utf8Span.span)
    }
}
