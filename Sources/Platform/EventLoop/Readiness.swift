/// The state of a descriptor, in the bits of epoll.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let readable = Readiness(rawValue: 0x1)
    package static let writable = Readiness(rawValue: 0x4)
    package static let error = Readiness(rawValue: 0x8)
    /// Both directions are closed.
    package static let hangup = Readiness(rawValue: 0x10)
    /// The peer will send no more.
    ///
    /// Data may still be waiting, and no further event reports the end: read until `endOfStream`.
    package static let inputEnds = Readiness(rawValue: 0x2000)

    /// Whether no more data follows the data that has arrived.
    package var reportsEnd: Bool { !isDisjoint(with: [.inputEnds, .hangup, .error]) }
}

/// The conditions to report; errors and hangups are always reported.
package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Data, or its end.
    package static let readable = Interest(rawValue: 0x1 | 0x2000)
    package static let writable = Interest(rawValue: 0x4)
    /// Reports only changes, which is cheaper; the caller must remember unread data.
    package static let edgeTriggered = Interest(rawValue: 1 << 31)
}
