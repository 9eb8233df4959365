/// The keys that were used, as few patterns.
struct KeyUses {
    /// More names or folders in one folder become `*`.
    private static let most = (names: 2, folders: 8)
    /// In a bucket more are told apart, because its folders are often those of its users.
    private static let mostInBucket = (names: 8, folders: 32)
    /// More patterns below one folder become `**`.
    private static let mostBelow = 16
    /// Beyond it a key counts by its first folder.
    private static let mostPaths = 100_000
    private static let star = [UInt8(ascii: "*")]

    /// A key without its numbers.
    private struct Path {
        var parts: [KeyPart]
        var uses = Tally()
    }

    private var paths: [[[UInt8]]: Path] = [:]
    /// How many folders stand before those of instances; `nil`: a key is in none.
    private var depths: Set<Int?> = []

    /// Whether each key is in a folder of its own instance, and a pattern can say so.
    var areOfInstances: Bool {
        depths.count == 1 && !depths.contains(nil)
            && patterns.allSatisfy { $0.text.suffix(5) == KeyUses.ofInstance }
    }

    private static let ofInstance = Array("%i/**".utf8)[...]

    /// Adds a key of one of several units, whose folders are to be one pattern.
    mutating func add(_ key: [UInt8], in folder: [UInt8], on day: Int64) {
        let parts = key.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let depth = parts.dropLast().firstIndex { $0.elementsEqual(folder) }
        depths.insert(depth)
        guard let depth else { return }
        let rest = KeyUses.ofInstance.split(separator: UInt8(ascii: "/")).map { KeyPart(pattern: Array($0)) }
        add(parts[..<depth].map { KeyPart($0, ofUser: nil) } + rest, on: day)
    }

    /// `isPrefix`: for all keys that begin with it.
    mutating func add(_ key: [UInt8], isPrefix: Bool, ofUser user: String?, on day: Int64) {
        var parts = key.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            KeyPart($0, ofUser: user)
        }
        // A flood of random names needs no more memory.
        if paths.count >= KeyUses.mostPaths { parts = Array(parts.prefix(2)) }
        if isPrefix || paths.count >= KeyUses.mostPaths, parts.count > 1 {
            parts[parts.count - 1] = KeyPart(pattern: KeyUses.star + KeyUses.star)
        }
        add(parts, on: day)
    }

    private mutating func add(_ parts: [KeyPart], on day: Int64) {
        var path = paths[parts.map(\.pattern)] ?? Path(parts: parts)
        for index in parts.indices { path.parts[index].unite(with: parts[index]) }
        path.uses.add(1, on: day)
        paths[parts.map(\.pattern)] = path
    }

    typealias Pattern = (text: [UInt8], uses: Tally)

    var patterns: [Pattern] {
        KeyUses.patterns(of: Array(paths.values), at: 0).sorted { $0.text.lexicographicallyPrecedes($1.text) }
    }

    /// The rest of the patterns of paths that have all parts before `level` in common.
    private static func patterns(of paths: [Path], at level: Int) -> [Pattern] {
        let most = level == 0 ? mostInBucket : most
        let names = groups(of: paths.filter { $0.parts.count == level + 1 }, at: level, atMost: most.names)
        let folders = groups(of: paths.filter { $0.parts.count > level + 1 }, at: level, atMost: most.folders)
        var found: [Pattern] = names.map { name, paths in (name, Tally(of: paths.map(\.uses))) }
        for (name, paths) in folders {
            found += patterns(of: paths, at: level + 1).map {
                (name + [UInt8(ascii: "/")] + $0.text, $0.uses)
            }
        }
        let isOpen = level > 0 && (found.count > mostBelow || found.contains { $0.text == star + star })
        return isOpen ? [(star + star, Tally(of: found.map(\.uses)))] : found
    }

    private static func groups(of paths: [Path], at level: Int, atMost most: Int) -> [(name: [UInt8], [Path])]
    {
        let groups = Dictionary(grouping: paths) { $0.parts[level].pattern }
        if groups.count > most, groups[star + star] == nil { return [(star, paths)] }
        return groups.map { _, paths in
            var part = paths[0].parts[level]
            for path in paths { part.unite(with: path.parts[level]) }
            return (part.text(inBucket: level == 0), paths)
        }
    }
}

/// How often something was used, and on which days.
struct Tally {
    private(set) var count = 0
    /// Days of UTC since 1970.
    private var days: Set<Int64> = []

    init(of tallies: [Tally] = []) {
        count = tallies.reduce(0) { $0 + $1.count }
        for tally in tallies { days.formUnion(tally.days) }
    }

    mutating func add(_ count: Int, on day: Int64) {
        self.count += count
        days.insert(day)
    }

    var text: String {
        "\(count) request\(count == 1 ? "" : "s") on \(days.count) day\(days.count == 1 ? "" : "s")"
    }
}
