internal import Access

/// What a reference of the configuration says about one key.
package struct KeyReference: Equatable, Sendable {
    package let section: String
    /// For which `Source=` the key is; `nil`: for all.
    package let source: SourceKind?
    package let name: String
    package let isMandatory: Bool
    /// As it would be written in the file; empty where there is none.
    package let defaultText: String
    package let summary: String

    init<Target>(_ key: Key<Target>, in section: SectionKind, source: SourceKind? = nil, defaults: Target) {
        self.section = section.rawValue
        self.source = source
        name = key.name
        isMandatory = key.isMandatory
        defaultText = key.isMandatory ? "" : key.defaultText(defaults)
        summary = key.summary
    }

    /// `Source=` itself, which chooses the table that the other keys come from.
    init(sourceKeyIn section: SectionKind) {
        self.section = section.rawValue
        source = nil
        name = "Source"
        isMandatory = true
        defaultText = ""
        summary = SourceKind.allCases.map(\.rawValue).joined(separator: ", ") + "."
    }
}

extension Settings {
    /// Every key that the configuration knows, with the defaults of a host without surprises.
    package static let keys: [KeyReference] =
        DaemonSettings.keys.map { KeyReference($0, in: .daemon, defaults: DaemonSettings(Environment())) }
        + [KeyReference(sourceKeyIn: .profile)]
        + ProfileSettings.keys.map { KeyReference($0, in: .profile, defaults: ProfileSettings(name: "")) }
        + SourceTable.all.flatMap(\.references)
        + Rule.table.map { KeyReference($0, in: .access, defaults: Rule(name: "")) }
        + SinkSettings.keys.map { KeyReference($0, in: .sink, defaults: SinkSettings(name: "")) }
}
