internal import Access
internal import Sections
internal import Text

/// Checks that the profiles which the sections name exist.
struct ProfileReferences {
    /// The limit of the length of a chain of profiles: a request to the first profile asks all below it.
    private static let maximumDepth = 4

    private let sections: [Section]
    private let profiles: [ProfileSettings]
    private let names: Set<String>

    init(_ sections: [Section], _ profiles: [ProfileSettings]) {
        self.sections = sections
        self.profiles = profiles
        names = Set(profiles.map(\.name))
    }

    func check(_ reading: inout Reading) {
        for section in sections {
            switch section.kind {
            case .daemon: check("DefaultProfile", of: section, &reading)
            case .access, .sink, .forward: check("Profile", of: section, &reading)
            default: break
            }
        }
        let headings = sections.filter { $0.kind == .profile }
        for (section, profile) in zip(headings, profiles) {
            if let key = profile.source.references?.key {
                check(key, of: section, &reading)
                checkOnce(key, of: section, &reading)
            }
            checkSecret(of: profile, section, &reading)
        }
        reportCycles(headings, &reading)
    }

    private func check(_ key: String, of section: Section, _ reading: inout Reading) {
        for value in section.values(of: key) {
            for word in (try? value.words()) ?? [] where !isKnown(word.text) {
                reading.report(
                    "there is no profile \(Quote.of(word.text))"
                        + Suggestion.clause(
                            for: word.text, among: profiles.prefix(Limits.suggestions).map(\.name)),
                    at: word.position)
            }
        }
    }

    private func checkOnce(_ key: String, of section: Section, _ reading: inout Reading) {
        var seen: Set<String> = []
        for value in section.values(of: key) {
            for word in (try? value.words()) ?? [] where !seen.insert(word.text).inserted {
                reading.report("\(Quote.of(word.text)) is here twice", at: word.position)
            }
        }
    }

    /// A profile with a remote signer cannot ask STS for a role: its server signs only requests for OSS.
    private func checkSecret(of profile: ProfileSettings, _ section: Section, _ reading: inout Reading) {
        guard case .assumeRole(let role) = profile.source,
            let via = profiles.first(where: { $0.name == role.via }), case .remoteSigner = via.source
        else { return }
        section.report(
            "\(Quote.of(via.name)) signs elsewhere and has no secret to ask with", at: "Via", &reading)
    }

    /// A pattern may match a future profile; an unknown plain name is a mistake.
    private func isKnown(_ word: String) -> Bool {
        names.contains(word) || Glob(word)?.isLiteral == false
    }

    /// Reports profiles that depend on themselves, or on too long a chain.
    ///
    /// Repeatedly removes the profiles that depend on no remaining profile; the profiles that remain form a cycle.
    private func reportCycles(_ headings: [Section], _ reading: inout Reading) {
        var waiting = [String: Int]()
        var dependents: [String: [String]] = [:]
        for profile in profiles {
            let needs = Set(profile.source.references?.names ?? []).intersection(names)
            waiting[profile.name] = needs.count
            for name in needs { dependents[name, default: []].append(profile.name) }
        }
        var free = profiles.map(\.name).filter { waiting[$0] == 0 }
        var depths: [String: Int] = [:]
        while let name = free.popLast() {
            for dependent in dependents[name] ?? [] {
                depths[dependent] = max(depths[dependent] ?? 0, (depths[name] ?? 0) + 1)
                let rest = (waiting[dependent] ?? 0) - 1
                waiting[dependent] = rest
                if rest == 0 { free.append(dependent) }
            }
        }
        for (section, profile) in zip(headings, profiles) where waiting[profile.name] ?? 0 > 0 {
            let key = profile.source.references?.key ?? "Source"
            section.report("\(key)= leads in a circle", at: key, &reading)
        }
        for (section, profile) in zip(headings, profiles)
        where depths[profile.name] ?? 0 > ProfileReferences.maximumDepth {
            let key = profile.source.references?.key ?? "Source"
            section.report(
                "\(key)= leads over more than \(ProfileReferences.maximumDepth) profiles to one that rests on no other",
                at: key, &reading)
        }
    }
}
