package import Access
package import Scoping

/// A kind of section, with the keys that it may have.
package struct SectionKind: Sendable {
    /// The first word of the heading.
    package let name: String
    package let hasName: Bool
    let hasKey: @Sendable (String) -> Bool
    /// Called only to explain a mistake.
    let keyNames: @Sendable () -> Set<String>

    package init(
        _ name: String, hasName: Bool = true, keys: @escaping @Sendable () -> Set<String>
    ) {
        self.init(name, hasName: hasName, hasKey: { keys().contains($0) }, keyNames: keys)
    }

    package init(
        _ name: String, hasName: Bool = true, hasKey: @escaping @Sendable (String) -> Bool,
        keyNames: @escaping @Sendable () -> Set<String>
    ) {
        self.name = name
        self.hasName = hasName
        self.hasKey = hasKey
        self.keyNames = keyNames
    }
}

extension SectionKind: Hashable {
    package static func == (left: SectionKind, right: SectionKind) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// All assignments of one section, merged from all files.
package struct Section {
    package let kind: SectionKind
    package let name: String
    package let position: Position
    package var assignments: [String: [Assignment]] = [:]

    package var heading: String { kind.hasName ? "[\(kind.name) \(name)]" : "[\(kind.name)]" }

    /// The values of a list that still count: those after the last empty assignment.
    package func values(of key: String) -> ArraySlice<Value> {
        let values = (assignments[key] ?? []).map(\.value)
        let start = values.lastIndex(where: \.isReset).map { $0 + 1 } ?? 0
        return values[start...]
    }

    package func has(_ key: String) -> Bool { !values(of: key).isEmpty }

    /// The position of the last assignment of a key, or of the heading if there is none.
    package func position(of key: String) -> Position {
        assignments[key]?.last?.value.position() ?? position
    }

    /// Reads the keys into the target, and reports the missing mandatory ones.
    package func read<Target>(_ keys: [Key<Target>], into target: inout Target, _ reading: inout Reading) {
        for key in keys {
            if assignments[key.name] != nil { key.apply(self, &target, &reading) }
            if key.isMandatory, !has(key.name) {
                reading.report("\(heading) needs \(key.name)=", at: position)
            }
        }
    }

    package func position(of place: RuleFinding.Place) -> Position {
        switch place {
        case .heading: position
        case .match(let line): values(of: "Match").dropFirst(line).first?.position() ?? position
        case .key(let key): position(of: key)
        case .word(let word, let key):
            values(of: key).lazy.flatMap { (try? $0.words()) ?? [] }.first { $0.text == word }?.position
                ?? position(of: key)
        }
    }

    /// Reports an error in the value of a key.
    package func report(
        _ message: @autoclosure () -> String, at key: String, _ reading: inout Reading
    ) {
        reading.report(message(), at: position(of: key))
    }

    /// Reports the words of the section that have no effect on its tokens.
    package func report(_ losses: [ScopeLoss], _ reading: inout Reading) {
        for loss in losses where loss.isWhole {
            reading.report("\(heading): \(loss.message)", at: position(of: loss.place))
        }
    }

    /// Warns of words that have less effect on its tokens than on its signatures.
    package func warn(of losses: [ScopeLoss], _ reading: inout Reading) {
        for loss in losses where !loss.isWhole {
            reading.warn("\(heading): \(loss.message)", at: position(of: loss.place))
        }
    }
}
