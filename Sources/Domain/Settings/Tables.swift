/// The names of all keys, for quick answers about them.
enum Tables {
    static let keyNames: [SectionKind: Set<String>] = Dictionary(
        grouping: Settings.keys, by: \.section
    ).reduce(into: [:]) { names, group in
        if let kind = SectionKind(rawValue: group.key) { names[kind] = Set(group.value.map(\.name)) }
    }

    /// For each key of a source: the sources that have it.
    static let sourcesOfKey: [String: [SourceKind]] = Settings.keys.reduce(into: [:]) { sources, key in
        if let source = key.source { sources[key.name, default: []].append(source) }
    }

    static func sortedKeyNames(of kind: SectionKind) -> [String] {
        (keyNames[kind] ?? []).sorted()
    }
}
