internal import API
internal import Bytes
package import Settings
package import Time
internal import Tokens

/// The profiles of the configuration, found by the bytes of their names.
package final class ProfileTable {
    package let all: [Profile]
    /// The profile of requests that name none.
    package let standard: Profile?
    /// Positions in `all` by hash, open addressing; -1 is free.
    private let slots: [Int32]

    package init(_ profiles: [Profile], default name: String?) {
        all = profiles
        standard = name.flatMap { name in profiles.first { $0.name == name } }
        var slots = [Int32](repeating: -1, count: ProfileTable.capacity(for: profiles.count))
        for (position, profile) in profiles.enumerated() {
            var slot = ProfileTable.hash(profile.name.utf8Span.span) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(position)
        }
        self.slots = slots
        for profile in all {
            let names = profile.settings.source.references?.names ?? []
            profile.foundations = names.compactMap { self[$0.utf8Span.span] }
        }
    }

    /// Gives profiles whose sources have no server the time that another profile learned.
    ///
    /// Of several times the one nearest to the wall clock: a server with a wrong clock is outvoted by one without.
    package func shareTime(at now: Moment) {
        let learned = all.filter { $0.settings.source.hasServer && $0.skew != ClockSkew() }.map(\.skew)
        func error(_ skew: ClockSkew) -> Int64 { abs(skew.time(at: now) - now.wall) }
        guard let nearest = learned.min(by: { error($0) < error($1) }) else { return }
        for profile in all where !profile.settings.source.hasServer && profile.skew != nearest {
            profile.believe(nearest)
        }
    }

    /// The profiles that depend on this one.
    package func dependents(of profile: Profile) -> [Profile] {
        all.filter { $0.foundations.contains { $0 === profile } }
    }

    /// The profile that already has these settings.
    ///
    /// `==` of the texts in them is no equality of bytes, but the digests of the owner are.
    package func profile(for settings: ProfileSettings) -> Profile? {
        let profile = self[settings.name.utf8Span.span]
        return profile?.settings == settings && profile?.owner == CacheRecord.Owner(settings) ? profile : nil
    }

    package subscript(name: Span<UInt8>) -> Profile? {
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

    /// FNV-1a; the operator chooses the names, so no attacker can make them collide.
    private static func hash(_ name: Span<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in 0..<name.count { hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash & 0x7FFF_FFFF)
    }
}
