internal import Access

/// Which keys there are, for quick answers about them.
///
/// All of them are made only for a mistake: a daemon has few sources, and its start would take a tenth longer for those of the others.
enum Tables {
    private static let ofDaemon = Set(DaemonSettings.keys.map(\.name))
    /// Whatever its source is.
    private static let ofEachProfile = Set(ProfileSettings.keys.map(\.name) + ["Source"])
    private static let ofAccess = Set(Rule.table.map(\.name))
    private static let ofSink = Set(SinkSettings.keys.map(\.name))

    static func hasKey(_ name: String, in kind: SectionKind) -> Bool {
        switch kind {
        case .daemon: ofDaemon.contains(name)
        case .profile: isOfEachProfile(name) || SourceTable.all.contains { $0.hasKey(name) }
        case .access: ofAccess.contains(name)
        case .sink: ofSink.contains(name)
        }
    }

    static func isOfEachProfile(_ name: String) -> Bool { ofEachProfile.contains(name) }

    static func sources(ofKey name: String) -> [SourceKind] {
        SourceTable.all.filter { $0.hasKey(name) }.map(\.kind)
    }

    static func sortedKeyNames(of kind: SectionKind) -> [String] {
        Set(Settings.keys.lazy.filter { $0.section == kind.rawValue }.map(\.name)).sorted()
    }
}
