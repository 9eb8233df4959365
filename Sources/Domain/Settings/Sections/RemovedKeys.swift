internal import Text

/// The keys of earlier versions, and what takes their place.
enum RemovedKeys {
    private static let ofSink = [
        "Notify": "let a .path unit of systemd with PathChanged= of the file tell its reader"
    ]

    /// Why a section has no key of this name.
    static func complaint(of name: String, in kind: SectionKind) -> String {
        if kind == .sink, let advice = ofSink[name] { return "\(name)= is gone from [Sink]: \(advice)" }
        return "unknown key \(Quote.of(name)) in [\(kind.rawValue)]"
            + Suggestion.clause(for: name, among: KeyNames.sortedKeyNames(of: kind))
    }
}
