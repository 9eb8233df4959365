package import Access
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
        let sections = SectionList(files, of: SectionKind.ofDaemon, &reading).sections
        var daemon = DaemonSettings(environment)
        var profiles: [ProfileSettings] = []
        var rules: [Rule] = []
        var sinks: [SinkSettings] = []
        var forwards: [ForwardSettings] = []
        var role = RoleAddressSettings()
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
        SocketReview(daemon: daemon, section: sections.first { $0.kind == .daemon }).check(&reading)
        ProfileReferences(sections, profiles).check(&reading)
        OwnAddressReview(sections: sections).check(&reading)
        SinkReview(sections, sinks, profiles).check(&reading)
        ForwardReview(sections, forwards, profiles, rules).check(&reading)
        let scopes = ScopeReview(sections, profiles)
        scopes.check(rules, sinks, &reading)
        try reading.throwProblems()
        for (rule, section) in zip(rules, sections.lazy.filter { $0.kind == .access }) {
            rule.warnOfUnknownAccounts(in: section, &reading)
        }
        for (sink, section) in zip(sinks, sections.lazy.filter { $0.kind == .sink }) {
            sink.warnOfUnknownOwners(in: section, &reading)
        }
        for section in sections where section.kind == .role { role.warnOfUnknownUsers(in: section, &reading) }
        sinks.removeAll(where: \.hasUnknownOwner)
        unknownAccounts = reading.problems
        if daemon.defaultProfile == nil, profiles.count == 1 { daemon.defaultProfile = profiles[0].name }
        self.daemon = daemon
        sinks = scopes.sessions(of: sinks, by: rules)
        self.sinks = sinks
        self.forwards = forwards
        self.role = role
        self.profiles = profiles.map { $0.withMargin(of: sinks) }
        policy =
            rules.isEmpty
            ? .standard(group: environment.gidOfGroup("ossauth"), owner: environment.owner)
            : Policy(rules: rules)
    }
}

extension Environment {
    /// The user of a daemon of its own, whose sockets are in a folder of that user; `nil`: it is root's or the system's.
    fileprivate var owner: UInt32? {
        guard let user, user != 0, runtimeDirectory != Environment().runtimeDirectory else { return nil }
        return user == uidOfUser("ossauthd") ? nil : user
    }
}

extension Settings {
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
        let section = SectionList(files, of: SectionKind.ofDaemon, &reading).sections.first {
            $0.kind == .daemon
        }
        return changed.map { key in
            let place = section?.assignments[key.name]?.last?.value.position()
            return "\(key.name)= (\(place.map { reading.text(of: $0) } ?? "no longer set"))"
        }
    }

    /// The keys in these files that configure an inherited socket of systemd, and so have no effect.
    package static func idleKeys(withSockets inherited: [String], in files: [SourceFile]) -> [String] {
        guard !inherited.isEmpty else { return [] }
        var reading = Reading(files, environment: Environment())
        let section = SectionList(files, of: SectionKind.ofDaemon, &reading).sections.first {
            $0.kind == .daemon
        }
        return DaemonSettings.keys.map(\.name).filter { name in
            section?.has(name) == true && inherited.contains { name.hasPrefix($0) }
        }
    }
}
