internal import Text

extension ProcessFacts {
    /// The value of `%i`: the instance in the name of the unit, as the name of a folder that no other instance has.
    package var instance: String? {
        guard let name = unit?.utf8, let at = name.firstIndex(of: UInt8(ascii: "@")),
            let dot = name.lastIndex(of: UInt8(ascii: ".")), name.index(after: at) < dot
        else { return nil }
        return String(name[name.index(after: at)..<dot]).map(ClaimedName.legal)
    }
}

extension Rule {
    package var namesInstances: Bool { keys.contains(where: \.namesInstance) }

    /// Why two units could share a key of a rule with `%i`; `nil`: they cannot.
    package var instanceMistake: (place: RuleFinding.Place, message: String)? {
        guard let first = keys.first(where: \.namesInstance) else { return nil }
        if let line = alternatives.firstIndex(where: { $0.template == nil || $0.template != template }) {
            return (
                .match(line),
                "'%i' in Key= needs the same template in each line of Match=, such as unit:agent@*.service, "
                    + "or instances of two templates would share keys"
            )
        }
        let depth = first.instanceDepth
        let shared = keys.first { $0.namesInstance && (depth == nil || $0.instanceDepth != depth) }
        return shared.map {
            (
                .word($0.text, of: "Key"),
                "'%i' must be a whole folder without '**' before it, at the same depth in each key, "
                    + "or two instances would share keys"
            )
        }
    }

    /// Whether an instance of this rule and one of the other rule, with the same name but not the same template, share keys.
    func sharesInstances(with other: Rule, at key: Glob) -> Bool {
        other.keys.contains { $0.steps == key.steps } && other.template != template
            && (buckets.isEmpty || other.buckets.isEmpty || buckets.contains(where: other.buckets.contains))
    }

    private var template: [GlobStep]? { alternatives.first?.template }
}

extension [Selector] {
    /// The steps of the first `PREFIX@*.TYPE`, in which the star stands for the whole instance.
    fileprivate var template: [GlobStep]? {
        for case .unit(let glob) in self where glob.isTemplate { return glob.steps }
        return nil
    }
}

extension Glob {
    var namesInstance: Bool { steps.contains(.instance) }

    fileprivate var isTemplate: Bool {
        guard middle == [.run], let at = beginning.firstIndex(of: UInt8(ascii: "@")) else { return false }
        return at > 0 && at == beginning.count - 1
            && RuleReview.unitTypes.contains { $0.utf8.elementsEqual(ending) }
    }

    /// The number of folders before `%i`; `nil`: it varies, or `%i` is no folder of its own.
    fileprivate var instanceDepth: Int? {
        guard let index = steps.firstIndex(of: .instance), !steps[..<index].contains(.path),
            !hasOpen(.instance)
        else { return nil }
        return steps[..<index].count { $0 == .byte(UInt8(ascii: "/")) }
    }
}
