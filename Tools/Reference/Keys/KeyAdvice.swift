internal import Sections
internal import Settings

/// A good value of a key, and an example where one helps.
///
/// The pages alone have it, not the daemon: it would only make the program larger.
struct KeyAdvice {
    /// The name of a section, or `Source=NAME` for the key of one source.
    let place: String
    let name: String
    let text: String
    /// A value.
    let example: String?

    init(_ place: String, _ name: String, _ text: String, _ example: String? = nil) {
        self.place = place
        self.name = name
        self.text = text
        self.example = example
    }

    static let all = daemon + profile + server + roles + access + sink

    /// The advice on a key: that for its source takes precedence.
    static func on(_ key: KeyReference) -> KeyAdvice? {
        places(of: key).lazy.compactMap { place in
            all.first { $0.place == place && $0.name == key.name }
        }.first
    }

    private static func places(of key: KeyReference) -> [String] {
        (key.source.map { ["Source=\($0)"] } ?? []) + [key.section]
    }
}
