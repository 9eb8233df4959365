internal import Access

/// What a reference of the configuration says about one key.
package struct KeyReference: Sendable {
    package let section: String
    /// For which `Source=` the key is; `nil`: for all.
    package let source: SourceKind?
    package let name: String
    package let isMandatory: Bool
    package let summary: String
    // A daemon that starts asks for the names only; writing all defaults took it a fifth of its instructions.
    private let writeDefault: @Sendable () -> String

    /// As it would be written in the file; empty where there is none.
    package var defaultText: String { writeDefault() }

    init<Target: Sendable>(
        _ key: Key<Target>, in section: SectionKind, source: SourceKind? = nil, defaults: Target
    ) {
        self.section = section.rawValue
        self.source = source
        name = key.name
        isMandatory = key.isMandatory
        summary = key.summary
        writeDefault = { key.isMandatory ? "" : key.defaultText(defaults) }
    }

    /// `Source=` itself, which chooses the table that the other keys come from.
    init(sourceKeyIn section: SectionKind) {
        self.section = section.rawValue
        source = nil
        name = "Source"
        isMandatory = true
        writeDefault = { "" }
        summary = SourceKind.allCases.map(\.rawValue).joined(separator: ", ") + "."
    }
}

extension Settings {
    /// Every key that the configuration knows, with the defaults of a host without surprises.
    package static let keys: [KeyReference] =
        DaemonSettings.keys.map { KeyReference($0, in: .daemon, defaults: DaemonSettings(Environment())) }
        + [KeyReference(sourceKeyIn: .profile)]
        + ProfileSettings.keys.map { KeyReference($0, in: .profile, defaults: ProfileSettings(name: "")) }
        + SourceTable.all.flatMap { $0.references() }
        + Rule.table.map { KeyReference($0, in: .access, defaults: Rule(name: "")) }
        + SinkSettings.keys.map { KeyReference($0, in: .sink, defaults: SinkSettings(name: "")) }
}
