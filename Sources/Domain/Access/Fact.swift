/// What may be asked of the process at the other end, beside its user and groups.
///
/// Each costs a look at the system, so only what a rule speaks of is looked up.
package enum Fact: UInt8, CaseIterable, Sendable {
    case unit, slice, executable, label
}

/// What is known of that process; what is not known matches no rule.
package struct ProcessFacts: Equatable, Sendable {
    package var unit: String?
    package var slice: String?
    package var executable: String?
    /// Of the security module, as SELinux and AppArmor write it.
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
