internal import Access

/// Checks settings against the unit that will run with them: valid settings may not work in that unit.
struct UnitReview {
    private static let systemctl = "/usr/bin/systemctl"
    private static let socketKeys = [
        ("ossauthd.socket", ["ApiSocket", "ApiSocketMode", "ApiSocketUser", "ApiSocketGroup"]),
        (
            "ossauthd-admin.socket",
            ["AdminSocket", "AdminSocketMode", "AdminSocketUser", "AdminSocketGroup"]
        ),
        ("ossauthd-credentials.socket", ["CredentialsSocket"]),
        ("ossauthd-compat.socket", ["CompatListen"]),
    ]

    let settings: Settings
    let sections: [Section]
    let unit: ServiceUnit

    func check(_ reading: inout Reading) {
        if let daemon = sections.first(where: { $0.kind == .daemon }) {
            warnOfSocketKeys(in: daemon, &reading)
            reportListeners(in: daemon, &reading)
        }
        checkCache(&reading)
        for (section, sink) in named(settings.sinks, by: \.name, of: .sink) {
            check(sink, in: section, &reading)
        }
        for (section, rule) in named(settings.policy.rules, by: \.name, of: .access) {
            check(rule, in: section, &reading)
        }
        for (section, profile) in named(settings.profiles, by: \.name, of: .profile) {
            checkCredentials(of: profile, in: section, &reading)
        }
    }

    private func named<Value>(
        _ values: [Value], by name: (Value) -> String, of kind: SectionKind
    ) -> [(Section, Value)] {
        values.compactMap { value in
            sections.first { $0.kind == kind && $0.name == name(value) }.map { ($0, value) }
        }
    }

    /// The keys that have no effect in that unit, each with the systemd socket that it configures.
    static func idleKeys(in unit: ServiceUnit) -> [(key: String, socket: String)] {
        socketKeys.filter { unit.sockets.contains($0.0) }
            .flatMap { socket, keys in keys.map { (key: $0, socket: socket) } }
    }

    private func warnOfSocketKeys(in section: Section, _ reading: inout Reading) {
        for (key, socket) in Self.idleKeys(in: unit) where section.has(key) {
            reading.warn(
                "\(key)= changes nothing: systemd makes that socket, as \(socket) says",
                at: section.position(of: key))
        }
    }

    /// The daemon does not start if it cannot create a listener.
    private func reportListeners(in section: Section, _ reading: inout Reading) {
        guard !unit.hasNetwork else { return }
        let sockets = [
            ("CompatListen", "ossauthd-compat.socket"),
            ("MetadataListen", "ossauthd-metadata@PROFILE.socket"),
        ]
        for (key, socket) in sockets where section.has(key) && !unit.sockets.contains(socket) {
            reading.report(
                "the unit has no network, so the daemon would not start: leave this out, and "
                    + "'systemctl enable --now \(socket)'", at: section.position(of: key))
        }
    }

    private func checkCache(_ reading: inout Reading) {
        let section = sections.first { $0.kind == .daemon }
        if !unit.mayWrite(settings.daemon.cacheDirectory) {
            reading.warn(
                "no token is cached: \(advice(for: settings.daemon.cacheDirectory))",
                at: section?.position(of: "CacheDirectory") ?? .start)
        }
        if let doubt = doubtOfCacheKey {
            reading.warn(doubt, at: section?.position(of: "CacheKey") ?? .start)
        }
    }

    /// A credential that only the unit names does not encrypt the cache: the daemon could not notice its loss.
    private var doubtOfCacheKey: String? {
        switch settings.daemon.cacheKey {
        case .credential(let name, _)? where unit.credentials?.contains(name) == false:
            lack(of: name, in: "ossauthd.service")
        case nil where unit.namedCredentials.union(unit.credentials ?? []).contains("cache-key"):
            "the cache is in plain text: ossauthd.service has the credential 'cache-key', but CacheKey= does not "
                + "name it; add CacheKey=cache-key"
        default: nil
        }
    }

    private func advice(for folder: String) -> String {
        "the unit does not let the daemon write to \(folder); it needs a drop-in for ossauthd.service with "
            + "ReadWritePaths=\(folder)"
    }

    private func check(_ sink: SinkSettings, in section: Section, _ reading: inout Reading) {
        let folder = sink.path.prefix(upTo: sink.path.lastIndex(of: "/") ?? sink.path.startIndex)
        if !unit.mayWrite(String(folder)) {
            reading.warn(
                "the file is not written: \(advice(for: "\(folder)"))", at: section.position(of: "Path"))
        }
        if case .unit(let name)? = sink.notice?.addressee, !unit.mayExecute(Self.systemctl) {
            reading.warn(
                "\(name) is not told: the unit does not let the daemon execute systemctl; it needs a drop-in for "
                    + "ossauthd.service with ExecPaths=\(Self.systemctl)", at: section.position(of: "Notify"))
        }
    }

    private func check(_ rule: Rule, in section: Section, _ reading: inout Reading) {
        let facts = rule.alternatives.joined().compactMap(\.fact)
        guard facts.contains(.executable), !unit.may("cap_sys_ptrace") else { return }
        reading.warn(
            "exe: matches no program of another user: the unit gives the daemon no CAP_SYS_PTRACE",
            at: section.position(of: "Match"))
    }

    private func checkCredentials(
        of profile: ProfileSettings, in section: Section, _ reading: inout Reading
    ) {
        let isOfDaemon = profile.source.kind == .static
        guard let names = isOfDaemon ? unit.credentials : unit.exchangeCredentials else { return }
        for (key, name) in profile.source.credentials where !names.contains(name) {
            reading.warn(
                lack(of: name, in: isOfDaemon ? "ossauthd.service" : "ossauth-fetch@.service"),
                at: section.position(of: key))
        }
    }

    private func lack(of credential: String, in unit: String) -> String {
        "\(unit) has no credential \(Quote.of(credential)): put the file where systemd finds it, or name it in a "
            + "drop-in with LoadCredentialEncrypted="
    }
}
