internal import Access
package import Sections

extension Settings {
    /// Every key of the configuration, with the defaults of a host without environment variables.
    package static let keys: [KeyReference] =
        DaemonSettings.keys.map { KeyReference($0, in: .daemon, defaults: DaemonSettings(Environment())) }
        + [
            KeyReference(
                "Source", in: .profile, isMandatory: true,
                SourceKind.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        ]
        + ProfileSettings.keys.map { KeyReference($0, in: .profile, defaults: ProfileSettings(name: "")) }
        + SourceTable.all.flatMap { $0.references() }
        + Rule.table.map { KeyReference($0, in: .access, defaults: Rule(name: "")) }
        + SinkSettings.keys.map { KeyReference($0, in: .sink, defaults: SinkSettings(name: "")) }
        + ForwardSettings.keys.map { KeyReference($0, in: .forward, defaults: ForwardSettings(name: "")) }
        + RoleAddressSettings.keys.map { KeyReference($0, in: .role, defaults: RoleAddressSettings()) }
}

/// The sections of `ossauthd.conf`.
///
/// The keys of all sources are created only to explain a mistake: a daemon uses few sources, and creating all made its
/// start a tenth longer.
extension SectionKind {
    private static let keysOfDaemon = Set(DaemonSettings.keys.map(\.name))
    /// The keys of a profile with any source.
    private static let keysOfEachProfile = Set(ProfileSettings.keys.map(\.name) + ["Source"])
    private static let keysOfAccess = Set(Rule.table.map(\.name))
    private static let keysOfSink = Set(SinkSettings.keys.map(\.name))
    private static let keysOfForward = Set(ForwardSettings.keys.map(\.name))
    private static let keysOfRole = Set(RoleAddressSettings.keys.map(\.name))

    static let ofDaemon: [SectionKind] = [.daemon, .profile, .access, .sink, .forward, .role]

    static let daemon = SectionKind("Daemon", hasName: false) { keysOfDaemon }
    static let profile = SectionKind("Profile") { name in
        isKeyOfEachProfile(name) || SourceTable.all.contains { $0.hasKey(name) }
    } keyNames: {
        keysOfEachProfile.union(SourceTable.all.flatMap { $0.references() }.map(\.name))
    }
    static let access = SectionKind("Access") { keysOfAccess }
    static let sink = SectionKind("Sink") { keysOfSink }
    static let forward = SectionKind("Forward") { keysOfForward }
    static let role = SectionKind("Role", hasName: false) { keysOfRole }

    static func isKeyOfEachProfile(_ name: String) -> Bool { keysOfEachProfile.contains(name) }

    /// The values of `Source=` that have this key.
    static func sources(ofKey name: String) -> [SourceKind] {
        SourceTable.all.filter { $0.hasKey(name) }.map(\.kind)
    }
}
