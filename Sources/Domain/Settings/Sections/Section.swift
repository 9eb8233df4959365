/// The kinds of sections.
enum SectionKind: String, CaseIterable, Sendable {
    case daemon = "Daemon"
    case profile = "Profile"
    case access = "Access"
    case sink = "Sink"

    var hasName: Bool { self != .daemon }
}

/// All that the files say under one heading.
struct Section {
    let kind: SectionKind
    let name: String
    let position: Position
    var assignments: [String: [Assignment]] = [:]

    /// What still counts of a list: that which follows the last empty assignment.
    func values(of key: String) -> ArraySlice<Value> {
        let values = (assignments[key] ?? []).map(\.value)
        let start = values.lastIndex(where: \.isReset).map { $0 + 1 } ?? 0
        return values[start...]
    }

    func has(_ key: String) -> Bool { !values(of: key).isEmpty }

    /// Where a key was last set, or the heading where it was not.
    func position(of key: String) -> Position {
        assignments[key]?.last?.value.position() ?? position
    }
}
