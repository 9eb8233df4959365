package import Documents

/// One `[Sink NAME]` section: a file that is kept fresh for a program that cannot ask.
package struct SinkSettings: Equatable, Sendable {
    package let name: String
    package internal(set) var profile = ""
    package internal(set) var format = DocumentFormat.json
    package internal(set) var path = ""
    package internal(set) var mode: UInt16 = 0o600
    /// `nil`: the daemon's own.
    package internal(set) var user: Owner?
    package internal(set) var group: Owner?
    package internal(set) var notice: SinkNotice?
    var statedMargin: Duration?

    init(name: String) {
        self.name = name
    }

    /// How long a document must still be good when it is replaced, or its readers ask again at once.
    package var margin: Duration { statedMargin ?? format.margin }
}

extension SinkSettings {
    static let keys: [Key<SinkSettings>] = [
        .one("Profile", \.profile, .name, "Whose credential is written.").mandatory,
        .one(
            "Format", \.format, .choice(),
            DocumentFormat.allCases.map(\.rawValue).joined(separator: " ") + "."
        )
        .mandatory,
        .one("Path", \.path, .path, "The file; it is replaced as a whole.").mandatory,
        .one("Mode", \.mode, .mode, "Permissions of the file."),
        .maybe("User", \.user, .user, "Owner of the file, by name or number; the daemon's user if unset."),
        .maybe("Group", \.group, .group, "Group of the file, by name or number; the daemon's if unset."),
        .maybe(
            "Notify", \.notice, .notice,
            "reload UNIT, restart UNIT, or a signal such as HUP and a unit or a pid file, after each change."),
        .maybe(
            "Margin", \.statedMargin, .duration(.zero...Bound.day),
            "How long the credential must still live when it is replaced; what readers of the format want if unset."
        ),
    ]

    init(_ section: Section, _ reading: inout Reading) {
        self.init(name: section.name)
        section.read(SinkSettings.keys, into: &self, &reading)
    }

    /// The keys with somebody whom the host does not know; such a file is not written, since it would be another's.
    private var strangers: [(key: String, who: String)] {
        [("User", user), ("Group", group)].compactMap { key, owner in
            if case .stranger(let who)? = owner { (key, who) } else { nil }
        }
    }

    var isForStranger: Bool { !strangers.isEmpty }

    func warnOfStrangers(in section: Section, _ reading: inout Reading) {
        for (key, who) in strangers {
            reading.warn(
                "this host knows no \(who), so the file of [Sink \(name)] is not written",
                at: section.position(of: key))
        }
    }
}
