package import Access
internal import Documents
package import Sections

/// The whole configuration; it exists only if it is valid.
package struct Settings: Equatable, Sendable {
    package let daemon: DaemonSettings
    /// In the order of the files.
    package let profiles: [ProfileSettings]
    package let policy: Policy
    package let sinks: [SinkSettings]
    package let forwards: [ForwardSettings]
    package let role: RoleAddressSettings
    /// The unknown users and groups of rules, sinks and `[Role]`; not empty only when the daemon starts.
    package let unknownAccounts: [Mistake]

    /// Reads the files in order, and throws all errors at once.
    package init(reading files: [SourceFile], environment: Environment) throws(InvalidSettings) {
        var reading = Reading(files, environment: environment)
        var draft = Draft(files, environment, &reading)
        draft.check(&reading)
        try reading.throwProblems()
        draft.warnOfUnknownAccounts(&reading)
        unknownAccounts = reading.problems
        draft.derive()
        daemon = draft.daemon
        profiles = draft.profiles
        policy =
            draft.rules.isEmpty
            ? .standard(group: environment.gidOfGroup("ossauth"), owner: environment.owner)
            : Policy(rules: draft.rules)
        sinks = draft.sinks
        forwards = draft.forwards
        role = draft.role
    }

    /// A reload applies these keys of `[Daemon]`; the others need a restart.
    private static let keysOfReload: Set = ["DefaultProfile", "LogLevel", "Audit"]

    /// The changed keys of `[Daemon]` that need a restart, each with its position in the files of these settings.
    ///
    /// Keys of inherited sockets are ignored, since systemd sets these sockets up also after a restart.
    package func keysForRestart(
        of running: DaemonSettings, withoutSockets inherited: [String], in files: [SourceFile]
    ) -> [String] {
        let changed = DaemonSettings.keys.filter { key in
            !Settings.keysOfReload.contains(key.name)
                && !inherited.contains { key.name.hasPrefix($0) }
                && key.defaultText(daemon) != key.defaultText(running)
        }
        guard !changed.isEmpty else { return [] }
        var reading = Reading(files, environment: Environment())
        let section = SectionList.daemonSection(of: files, &reading)
        return changed.map { key in
            let place = section?.assignments[key.name]?.last?.value.position()
            return "\(key.name)= (\(place.map { reading.text(of: $0) } ?? "no longer set"))"
        }
    }

    /// The keys in these files that configure an inherited socket of systemd, and so have no effect.
    package static func idleKeys(withSockets inherited: [String], in files: [SourceFile]) -> [String] {
        guard !inherited.isEmpty else { return [] }
        var reading = Reading(files, environment: Environment())
        let section = SectionList.daemonSection(of: files, &reading)
        return DaemonSettings.keys.map(\.name).filter { name in
            section?.has(name) == true && inherited.contains { name.hasPrefix($0) }
        }
    }
}

/// The sections as they were read, before all of them were checked.
private struct Draft {
    private let sections: [Section]
    private(set) var daemon: DaemonSettings
    private(set) var profiles: [ProfileSettings] = []
    private(set) var rules: [Rule] = []
    private(set) var sinks: [SinkSettings] = []
    private(set) var forwards: [ForwardSettings] = []
    private(set) var role = RoleAddressSettings()

    init(_ files: [SourceFile], _ environment: Environment, _ reading: inout Reading) {
        sections = SectionList(files, of: SectionKind.ofDaemon, &reading).sections
        daemon = DaemonSettings(environment)
        for section in sections {
            switch section.kind {
            case .daemon: section.read(DaemonSettings.keys, into: &daemon, &reading)
            case .profile: profiles.append(ProfileSettings(section, &reading))
            case .access: rules.append(Rule(section, &reading))
            case .sink: sinks.append(SinkSettings(section, &reading))
            case .forward: forwards.append(ForwardSettings(section, &reading))
            case .role: section.read(RoleAddressSettings.keys, into: &role, &reading)
            default: break
            }
        }
    }

    func check(_ reading: inout Reading) {
        daemon.check(in: sections.first { $0.kind == .daemon }, &reading)
        ProfileReferences(sections, profiles).check(&reading)
        sections.checkOwnAddresses(&reading)
        sinks.check(sections, profiles, &reading)
        forwards.check(sections, profiles, rules, &reading)
        ScopeReview(sections, profiles).check(rules, sinks, &reading)
    }

    func warnOfUnknownAccounts(_ reading: inout Reading) {
        func sections(_ kind: SectionKind) -> [Section] { self.sections.filter { $0.kind == kind } }
        for (rule, section) in zip(rules, sections(.access)) {
            rule.warnOfUnknownAccounts(in: section, &reading)
        }
        for (sink, section) in zip(sinks, sections(.sink)) { sink.warnOfUnknownOwners(in: section, &reading) }
        for section in sections(.role) { role.warnOfUnknownUsers(in: section, &reading) }
    }

    /// Adds what follows from several sections that are valid.
    mutating func derive() {
        if daemon.defaultProfile == nil, profiles.count == 1 { daemon.defaultProfile = profiles[0].name }
        sinks.removeAll(where: \.hasUnknownOwner)
        sinks = ScopeReview(sections, profiles).sessions(of: sinks, by: rules)
        profiles = profiles.map { $0.withMargin(of: sinks) }
    }
}

extension Environment {
    /// The user of a daemon of its own, whose sockets are in a folder of that user; `nil`: it is root's or the system's.
    fileprivate var owner: UInt32? {
        guard let user, user != 0, runtimeDirectory != Environment().runtimeDirectory else { return nil }
        return user == uidOfUser("ossauthd") ? nil : user
    }
}

extension SectionList {
    fileprivate static func daemonSection(of files: [SourceFile], _ reading: inout Reading) -> Section? {
        SectionList(files, of: SectionKind.ofDaemon, &reading).sections.first { $0.kind == .daemon }
    }
}

extension [SinkSettings] {
    /// Checks the sinks against the profiles and against each other.
    fileprivate func check(
        _ sections: [Section], _ profiles: [ProfileSettings], _ reading: inout Reading
    ) {
        let sources = Dictionary(profiles.map { ($0.name, $0.source.kind) }) { first, _ in first }
        var names: [String: String] = [:]
        for (section, sink) in zip(sections.filter { $0.kind == .sink }, self) {
            if sources[sink.profile] == .remoteSigner {
                section.report(
                    "Source=remote-signer has no secret that could be written", at: "Profile", &reading)
            }
            if sink.mode & 0o007 != 0 {
                section.report(
                    "other users must not read a credential: the last digit must be 0", at: "Mode", &reading)
            }
            if section.has("Variables"), sink.format != .document(.env) {
                section.report("only a file of Format=env has variables", at: "Variables", &reading)
            }
            guard !sink.path.isEmpty else { continue }
            if let other = names.updateValue(sink.name, forKey: sink.path) {
                section.report("[Sink \(other)] writes this file too", at: "Path", &reading)
            }
        }
    }
}
