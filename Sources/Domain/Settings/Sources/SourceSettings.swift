internal import Sections

/// The settings of a source: its keys, and the conditions between them.
protocol SourceSettings: Sendable {
    /// Sets the defaults, and a placeholder for each mandatory key.
    init()
    static var keys: [Key<Self>] { get }
    mutating func check(in section: Section, _ reading: inout Reading)
}

extension SourceSettings {
    mutating func check(in section: Section, _ reading: inout Reading) {}
}
