internal import Sections

/// A list of other profiles, of which the first that works is used.
package struct ChainSettings: Equatable, Sendable, SourceSettings {
    /// Never empty.
    package internal(set) var profiles: [String] = []

    init() {}

    static let keys: [Key<ChainSettings>] = [
        .words("Profiles", \.profiles, .name, "The profiles, in the order in which they are tried.").mandatory
    ]
}
