/// A set of at most sixteen cases.
package struct SmallSet<Member: RawRepresentable & CaseIterable>: Equatable, Sendable
where Member.RawValue == UInt8 {
    private var bits: UInt16 = 0

    package init(_ members: [Member]) {
        for member in members { bits |= 1 << member.rawValue }
    }

    package var isEmpty: Bool { bits == 0 }

    package func contains(_ member: Member) -> Bool {
        bits >> member.rawValue & 1 == 1
    }

    package mutating func formUnion(_ other: SmallSet) {
        bits |= other.bits
    }

    package mutating func remove(_ member: Member) {
        bits &= ~(1 << member.rawValue)
    }

    package func union(_ other: SmallSet) -> SmallSet {
        var union = self
        union.formUnion(other)
        return union
    }

    package func intersects(_ other: SmallSet) -> Bool {
        bits & other.bits != 0
    }

    /// The members in the order of their declaration.
    package var members: [Member] { Member.allCases.filter(contains) }
}

extension SmallSet: ExpressibleByArrayLiteral {
    package init(arrayLiteral members: Member...) {
        self.init(members)
    }
}
