extension DaemonSettings {
    /// What a reload takes up; the rest stays as it was at the start.
    static let keysOfReload: Set = ["DefaultProfile", "LogLevel", "Audit"]
}

extension Settings {
    /// The keys of `[Daemon]` that only a start takes up and that differ from what runs, each with its place in the files
    /// that these settings were read from.
    ///
    /// Those of sockets that systemd handed over count for nothing, before a restart and after it.
    package func keysForRestart(
        of running: DaemonSettings, withoutSockets handedOver: [String], in files: [SourceFile]
    ) -> [String] {
        let changed = DaemonSettings.keys.filter { key in
            !DaemonSettings.keysOfReload.contains(key.name)
                && !handedOver.contains { key.name.hasPrefix($0) }
                && key.defaultText(daemon) != key.defaultText(running)
        }
        guard !changed.isEmpty else { return [] }
        var reading = Reading(files, environment: Environment())
        let section = SectionList(files, &reading).sections.first { $0.kind == .daemon }
        return changed.map { key in
            let place = section?.assignments[key.name]?.last?.value.position()
            return "\(key.name)= (\(place.map { reading.text(of: $0) } ?? "no longer set"))"
        }
    }

    /// The keys in these files that are about a socket that systemd handed over, and so have no effect.
    package static func idleKeys(withSockets handedOver: [String], in files: [SourceFile]) -> [String] {
        guard !handedOver.isEmpty else { return [] }
        var reading = Reading(files, environment: Environment())
        let section = SectionList(files, &reading).sections.first { $0.kind == .daemon }
        return DaemonSettings.keys.map(\.name).filter { name in
            section?.has(name) == true && handedOver.contains { name.hasPrefix($0) }
        }
    }
}
