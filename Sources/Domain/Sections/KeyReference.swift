/// One key as the reference of the configuration describes it.
package struct KeyReference: Sendable {
    package let section: String
    /// The value of `Source=` that the key belongs to; `nil`: every one.
    package let source: String?
    package let name: String
    package let isMandatory: Bool
    package let summary: String
    // Computed on demand: a starting daemon needs only the names, and writing all defaults took a fifth of its
    // instructions.
    private let writeDefault: @Sendable () -> String

    /// The default as a file would state it; empty if there is none.
    package var defaultText: String { writeDefault() }

    package init(_ name: String, in section: SectionKind, isMandatory: Bool, _ summary: String) {
        self.section = section.name
        source = nil
        self.name = name
        self.isMandatory = isMandatory
        self.summary = summary
        writeDefault = { "" }
    }

    package init<Target: Sendable>(
        _ key: Key<Target>, in section: SectionKind, source: String? = nil, defaults: Target
    ) {
        self.section = section.name
        self.source = source
        name = key.name
        isMandatory = key.isMandatory
        summary = key.summary
        writeDefault = { key.isMandatory ? "" : key.defaultText(defaults) }
    }
}
