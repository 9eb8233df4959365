/// A key that an earlier version had.
package struct FormerKey: Sendable {
    let name: String
    /// The replacement of the key.
    private let advice: String
    /// Whether the program does by itself what this value says.
    let isAlways: @Sendable (String, Environment) -> Bool

    package init(
        _ name: String, _ advice: String,
        isAlways: @escaping @Sendable (String, Environment) -> Bool = { _, _ in false }
    ) {
        self.name = name
        self.advice = advice
        self.isAlways = isAlways
    }

    /// A key whose value is always `content` now.
    package init<Content: Equatable & Sendable>(
        _ name: String, always content: Content, _ kind: Kind<Content>, _ advice: String
    ) {
        self.init(name, advice) { text, environment in (try? kind.read(text, environment)) == content }
    }

    func complaint(in kind: SectionKind) -> String { "\(name)= is gone from [\(kind.name)]: \(advice)" }

    /// For a line that says what is true anyway, with which a host must keep its daemon.
    func warning(in kind: SectionKind) -> String {
        "\(name)= is gone from [\(kind.name)], and this value is the one that holds: remove the line"
    }
}
