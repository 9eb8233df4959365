/// Whom a file is given to: the number of a user or of a group.
package enum Owner: Equatable, Sendable {
    case known(UInt32)
    /// What the host does not know; only a daemon that starts gets so far.
    case stranger(String)

    package var number: UInt32? {
        if case .known(let number) = self { number } else { nil }
    }
}
