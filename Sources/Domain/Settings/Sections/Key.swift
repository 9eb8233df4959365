internal import Access

/// Where in a `Root` the content of a key is stored.
///
/// It is asked for when the key is used: to make all of them took a third of the daemon's start, which uses few.
typealias Place<Root, Content> = any WritableKeyPath<Root, Content> & Sendable

/// One key: its name, what it takes, where that is stored, and a sentence about it.
///
/// The default is what a new `Target` has in that place, so parsing and the reference cannot disagree about
/// it.
struct Key<Target>: Sendable {
    let name: String
    let summary: String
    private(set) var isMandatory = false
    let defaultText: @Sendable (Target) -> String
    let apply: @Sendable (Section, inout Target, inout Reading) -> Void

    /// The same key, but the section is wrong without it.
    var mandatory: Key {
        var key = self
        key.isMandatory = true
        return key
    }
}

extension Key {
    /// One value; the last assignment counts.
    static func one<Content: Sendable>(
        _ name: String, _ place: @autoclosure @escaping @Sendable () -> Place<Target, Content>,
        _ kind: Kind<Content>, _ summary: String
    ) -> Key {
        Key(
            name: name, summary: summary, defaultText: { kind.write($0[keyPath: place()]) },
            apply: {
                section, target, reading in
                let contents = kind.contents(of: section.assignments[name] ?? [], &reading)
                if section.has(name), let content = contents.last { target[keyPath: place()] = content }
            })
    }

    /// One value or none.
    static func maybe<Content: Sendable>(
        _ name: String, _ place: @autoclosure @escaping @Sendable () -> Place<Target, Content?>,
        _ kind: Kind<Content>,
        _ summary: String
    ) -> Key {
        .one(name, place(), kind.orNothing, summary)
    }

    /// A list of words; each assignment adds to it.
    static func words<Content: Sendable>(
        _ name: String, _ place: @autoclosure @escaping @Sendable () -> Place<Target, [Content]>,
        _ kind: Kind<Content>,
        _ summary: String
    ) -> Key {
        Key(
            name: name, summary: summary, defaultText: { kind.write($0[keyPath: place()]) },
            apply: {
                section, target, reading in
                let contents = section.values(of: name).flatMap { kind.contents(ofWordsIn: $0, &reading) }
                if section.has(name) { target[keyPath: place()] = contents }
            })
    }

    /// Words that each may be there or not.
    static func set<Member: Sendable>(
        _ name: String, _ place: @autoclosure @escaping @Sendable () -> Place<Target, SmallSet<Member>>,
        _ kind: Kind<Member>, _ summary: String
    ) -> Key {
        Key(
            name: name, summary: summary, defaultText: { kind.write($0[keyPath: place()].members) },
            apply: {
                section, target, reading in
                let contents = section.values(of: name).flatMap { kind.contents(ofWordsIn: $0, &reading) }
                if section.has(name) { target[keyPath: place()] = SmallSet(contents) }
            })
    }

    /// A list with one element for each assignment, of which the kind reads the whole value.
    static func lines<Content: Sendable>(
        _ name: String, _ place: @autoclosure @escaping @Sendable () -> Place<Target, [Content]>,
        _ kind: Kind<Content>,
        _ summary: String
    ) -> Key {
        Key(
            name: name, summary: summary, defaultText: { kind.write($0[keyPath: place()]) },
            apply: {
                section, target, reading in
                let contents = section.values(of: name).compactMap { kind.content(of: $0, &reading) }
                if section.has(name) { target[keyPath: place()] = contents }
            })
    }

    /// A list whose elements are lists of words: one for each assignment.
    static func alternatives<Content: Sendable>(
        _ name: String, _ place: @autoclosure @escaping @Sendable () -> Place<Target, [[Content]]>,
        _ kind: Kind<Content>,
        _ summary: String
    ) -> Key {
        Key(
            name: name, summary: summary, defaultText: { _ in "" },
            apply: { section, target, reading in
                target[keyPath: place()] = section.values(of: name).map {
                    kind.contents(ofWordsIn: $0, &reading)
                }
            })
    }

    /// The key as one of a larger thing that holds this one's target.
    func within<Outer>(_ place: @autoclosure @escaping @Sendable () -> Place<Outer, Target>) -> Key<Outer> {
        let (defaultText, apply) = (defaultText, apply)
        let key = Key<Outer>(
            name: name, summary: summary, defaultText: { defaultText($0[keyPath: place()]) },
            apply: {
                apply($0, &$1[keyPath: place()], &$2)
            })
        return isMandatory ? key.mandatory : key
    }
}

extension Section {
    /// Fills the target with all that the section says, and reports what is missing.
    func read<Target>(_ keys: [Key<Target>], into target: inout Target, _ reading: inout Reading) {
        for key in keys {
            if assignments[key.name] != nil { key.apply(self, &target, &reading) }
            if key.isMandatory, !has(key.name) {
                reading.report("\(heading) needs \(key.name)=", at: position)
            }
        }
    }

    var heading: String { kind.hasName ? "[\(kind.rawValue) \(name)]" : "[\(kind.rawValue)]" }
}
