/// The process at the other end of a connection, as the kernel reports it.
package struct Peer: Equatable, Sendable {
    package var uid: UInt32
    package var gid: UInt32
    /// The supplementary groups.
    package var groups: [UInt32]
    /// The id of the control group in which a TCP socket was made; 0: unknown, or no TCP socket.
    package var controlGroup: UInt64
    /// The name of `uid`, if it has one.
    package var userName: String?
    package var facts = ProcessFacts()

    package init(
        uid: UInt32, gid: UInt32, groups: [UInt32] = [], userName: String? = nil, controlGroup: UInt64 = 0
    ) {
        self.controlGroup = controlGroup
        self.uid = uid
        self.gid = gid
        self.groups = groups
        self.userName = userName
    }
}

/// A property of the peer process beside its user and groups; it is looked up only if a rule refers to it.
package enum Fact: UInt8, CaseIterable, Sendable {
    case unit, slice, executable, label
}

/// The known properties of the peer process; an unknown one matches no rule.
package struct ProcessFacts: Equatable, Sendable {
    package var unit: String?
    package var slice: String?
    package var executable: String?
    /// The label of the security module, as SELinux and AppArmor write it.
    package var label: String?

    package init() {}

    package subscript(fact: Fact) -> String? {
        switch fact {
        case .unit: unit
        case .slice: slice
        case .executable: executable
        case .label: label
        }
    }
}
