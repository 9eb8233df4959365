package import Access

/// The whole configuration, read and held against itself: what exists is right.
package struct Settings: Equatable, Sendable {
    package let daemon: DaemonSettings
    /// In the order of the files.
    package let profiles: [ProfileSettings]
    package let policy: Policy
    package let sinks: [SinkSettings]
    /// The users and groups in rules and sinks whom the host does not know; only a daemon that starts gets so far.
    package let strangers: [Mistake]

    /// Reads the files in their order; throws everything that is wrong with them at once.
    package init(reading files: [SourceFile], environment: Environment) throws(InvalidSettings) {
        var reading = Reading(files, environment: environment)
        let sections = SectionList(files, &reading).sections
        var daemon = DaemonSettings(environment)
        var profiles: [ProfileSettings] = []
        var rules: [Rule] = []
        var sinks: [SinkSettings] = []
        for section in sections {
            switch section.kind {
            case .daemon: section.read(DaemonSettings.keys, into: &daemon, &reading)
            case .profile: profiles.append(ProfileSettings(section, &reading))
            case .access: rules.append(Rule(section, &reading))
            case .sink: sinks.append(SinkSettings(section, &reading))
            }
        }
        SocketReview(daemon: daemon, section: sections.first { $0.kind == .daemon }).check(&reading)
        References(sections, profiles).check(&reading)
        SinkReview(sections, sinks, profiles).check(&reading)
        try reading.throwProblems()
        for (rule, section) in zip(rules, sections.lazy.filter { $0.kind == .access }) {
            rule.warnOfStrangers(in: section, &reading)
        }
        for (sink, section) in zip(sinks, sections.lazy.filter { $0.kind == .sink }) {
            sink.warnOfStrangers(in: section, &reading)
        }
        sinks.removeAll(where: \.isForStranger)
        strangers = reading.problems
        if daemon.defaultProfile == nil, profiles.count == 1 { daemon.defaultProfile = profiles[0].name }
        self.daemon = daemon
        self.sinks = sinks
        self.profiles = profiles.map { $0.serving(sinks) }
        policy = rules.isEmpty ? .standard(group: environment.gidOfGroup("ossauth")) : Policy(rules: rules)
    }
}

extension Rule {
    fileprivate init(_ section: Section, _ reading: inout Reading) {
        self.init(name: section.name)
        place = reading.text(of: section.position)
        section.read(Rule.table, into: &self, &reading)
        check(in: section, &reading)
    }
}
