internal import API
internal import Bytes
internal import Settings

/// The profiles of the configuration, found by the bytes of their names.
final class ProfileTable {
    let all: [Profile]
    /// The one that a request means which names none.
    let standard: Profile?
    /// Positions in `all` by hash, open addressing; -1 is free.
    private let slots: [Int32]
    private var dependents: [ObjectIdentifier: [Profile]] = [:]

    init(_ profiles: [Profile], default name: String?) {
        all = profiles
        standard = name.flatMap { name in profiles.first { $0.name == name } }
        var slots = [Int32](repeating: -1, count: ProfileTable.capacity(for: profiles.count))
        for (position, profile) in profiles.enumerated() {
            var slot = ProfileTable.hash(profile.name.utf8Span.span) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(position)
        }
        self.slots = slots
        connect()
    }

    private func connect() {
        for profile in all {
            let names = profile.settings.source.references?.names ?? []
            profile.foundations = names.compactMap { self[$0.utf8Span.span] }
            for foundation in profile.foundations {
                dependents[ObjectIdentifier(foundation), default: []].append(profile)
            }
        }
    }

    /// Those that rest on this one.
    func dependents(of profile: Profile) -> [Profile] {
        dependents[ObjectIdentifier(profile)] ?? []
    }

    /// The one that need not be made anew for these settings.
    func profile(for settings: ProfileSettings) -> Profile? {
        self[settings.name.utf8Span.span].flatMap { $0.settings == settings ? $0 : nil }
    }

    subscript(name: Span<UInt8>) -> Profile? {
        var slot = ProfileTable.hash(name) & (slots.count - 1)
        while slots[slot] >= 0 {
            let profile = all[Int(slots[slot])]
            if profile.defaults.name.equals(name) { return profile }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// A power of two, at most half full.
    private static func capacity(for count: Int) -> Int {
        var capacity = 4
        while capacity < 2 * count { capacity *= 2 }
        return capacity
    }

    /// FNV-1a; the names are the operator's, so nobody can choose them to collide.
    private static func hash(_ name: Span<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in 0..<name.count { hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash & 0x7FFF_FFFF)
    }
}
