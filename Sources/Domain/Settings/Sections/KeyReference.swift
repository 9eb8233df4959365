internal import Access
internal import Issuing

/// One key as the reference of the configuration describes it.
package struct KeyReference: Sendable {
    package let section: String
    /// The `Source=` that the key belongs to; `nil`: every source.
    package let source: SourceKind?
    package let name: String
    package let isMandatory: Bool
    package let summary: String
    // Computed on demand: a starting daemon needs only the names, and writing all defaults took a fifth of its
    // instructions.
    private let writeDefault: @Sendable () -> String

    /// The default as a file would state it; empty if there is none.
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

    /// `Source=` itself, which selects the table of the other keys.
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
    /// Every key of the configuration, with the defaults of a host without environment variables.
    package static let keys: [KeyReference] =
        DaemonSettings.keys.map { KeyReference($0, in: .daemon, defaults: DaemonSettings(Environment())) }
        + [KeyReference(sourceKeyIn: .profile)]
        + ProfileSettings.keys.map { KeyReference($0, in: .profile, defaults: ProfileSettings(name: "")) }
        + SourceTable.all.flatMap { $0.references() }
        + Rule.table.map { KeyReference($0, in: .access, defaults: Rule(name: "")) }
        + SinkSettings.keys.map { KeyReference($0, in: .sink, defaults: SinkSettings(name: "")) }
}

/// Sets of key names, for fast lookup.
///
/// The keys of all sources are created only to explain a mistake: a daemon uses few sources, and creating all made its
/// start a tenth longer.
enum KeyNames {
    private static let ofDaemon = Set(DaemonSettings.keys.map(\.name))
    /// The keys of a profile with any source.
    private static let ofEachProfile = Set(ProfileSettings.keys.map(\.name) + ["Source"])
    private static let ofAccess = Set(Rule.table.map(\.name))
    private static let ofSink = Set(SinkSettings.keys.map(\.name))
    private static let ofAppServer = Set(IssuingServerSettings.keys.map(\.name))
    private static let ofTerms = Set(UserTerms.keys.map(\.name))

    static func hasKey(_ name: String, in kind: SectionKind) -> Bool {
        switch kind {
        case .daemon: ofDaemon.contains(name)
        case .profile: isOfEachProfile(name) || SourceTable.all.contains { $0.hasKey(name) }
        case .access: ofAccess.contains(name)
        case .sink: ofSink.contains(name)
        case .appServer: ofAppServer.contains(name)
        case .user, .group: ofTerms.contains(name)
        }
    }

    static func isOfEachProfile(_ name: String) -> Bool { ofEachProfile.contains(name) }

    static func sources(ofKey name: String) -> [SourceKind] {
        SourceTable.all.filter { $0.hasKey(name) }.map(\.kind)
    }

    static func sortedKeyNames(of kind: SectionKind) -> [String] {
        switch kind {
        case .appServer: ofAppServer.sorted()
        case .user, .group: ofTerms.sorted()
        case .daemon, .profile, .access, .sink:
            Set(Settings.keys.lazy.filter { $0.section == kind.rawValue }.map(\.name)).sorted()
        }
    }
}
