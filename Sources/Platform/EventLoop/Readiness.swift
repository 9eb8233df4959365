/// What the kernel says of a descriptor; the bits are those of epoll.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let readable = Readiness(rawValue: 0x1)
    package static let writable = Readiness(rawValue: 0x4)
    package static let error = Readiness(rawValue: 0x8)
    /// Both directions are over.
    package static let hangup = Readiness(rawValue: 0x10)
    /// The peer will send nothing more.
    ///
    /// What it sent before is still there, and no further event will announce the end: read until
    /// `endOfStream`.
    package static let inputEnds = Readiness(rawValue: 0x2000)

    /// Whether nothing will come behind what is there.
    package var tellsOfEnd: Bool { !isDisjoint(with: [.inputEnds, .hangup, .error]) }
}

/// What to be told of a descriptor; errors and hangups are always reported.
package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Data, or its end.
    package static let readable = Interest(rawValue: 0x1 | 0x2000)
    package static let writable = Interest(rawValue: 0x4)
    /// Only what is new since the last report; cheaper, and what is left over after a report is the caller's
    /// to remember.
    package static let edgeTriggered = Interest(rawValue: 1 << 31)
}
