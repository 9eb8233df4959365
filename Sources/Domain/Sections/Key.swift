package import Access

/// The property of a `Root` that stores the value of a key.
///
/// It is created when the key is used: creating all of them took a third of the start of a daemon, which uses few.
package typealias Place<Root, Content> = any WritableKeyPath<Root, Content> & Sendable

/// One key: its name, its kind, its property, and one sentence for the reference.
///
/// The default is the value of that property in a new `Target`, so the parser and the reference cannot disagree.
package struct Key<Target>: Sendable {
    package let name: String
    package let summary: String
    private(set) var isMandatory = false
    package let defaultText: @Sendable (Target) -> String
    package let apply: @Sendable (Section, inout Target, inout Reading) -> Void

    /// The same key as a mandatory one.
    package var mandatory: Key {
        var key = self
        key.isMandatory = true
        return key
    }
}

extension Key {
    /// A key with one value; the last assignment counts.
    package static func one<Content: Sendable>(
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

    /// A key with an optional value.
    package static func maybe<Content: Sendable>(
        _ name: String, _ place: @autoclosure @escaping @Sendable () -> Place<Target, Content?>,
        _ kind: Kind<Content>,
        _ summary: String
    ) -> Key {
        .one(name, place(), kind.orNothing, summary)
    }

    /// A list of words, to which each assignment adds.
    package static func words<Content: Sendable>(
        _ name: String, _ place: @autoclosure @escaping @Sendable () -> Place<Target, [Content]>,
        _ kind: Kind<Content>,
        _ summary: String
    ) -> Key {
        .list(name, place(), kind, summary) { kind.contents(ofWordsIn: $0, &$1) }
    }

    /// A set of words.
    package static func set<Member: Sendable>(
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

    /// A list with one element for each assignment; the whole value is one element.
    package static func lines<Content: Sendable>(
        _ name: String, _ place: @autoclosure @escaping @Sendable () -> Place<Target, [Content]>,
        _ kind: Kind<Content>,
        _ summary: String
    ) -> Key {
        .list(name, place(), kind, summary) { value, reading in
            kind.content(of: value, &reading).map { [$0] } ?? []
        }
    }

    private static func list<Content: Sendable>(
        _ name: String, _ place: @autoclosure @escaping @Sendable () -> Place<Target, [Content]>,
        _ kind: Kind<Content>, _ summary: String,
        elements: @escaping @Sendable (Value, inout Reading) -> [Content]
    ) -> Key {
        Key(
            name: name, summary: summary, defaultText: { kind.write($0[keyPath: place()]) },
            apply: { section, target, reading in
                let contents = section.values(of: name).flatMap { elements($0, &reading) }
                if section.has(name) { target[keyPath: place()] = contents }
            })
    }

    /// A list of word lists, one for each assignment.
    package static func alternatives<Content: Sendable>(
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

    /// The same key for an `Outer` that contains this key's target.
    package func within<Outer>(_ place: @autoclosure @escaping @Sendable () -> Place<Outer, Target>) -> Key<
        Outer
    > {
        let (defaultText, apply) = (defaultText, apply)
        let key = Key<Outer>(
            name: name, summary: summary, defaultText: { defaultText($0[keyPath: place()]) },
            apply: {
                apply($0, &$1[keyPath: place()], &$2)
            })
        return isMandatory ? key.mandatory : key
    }
}
