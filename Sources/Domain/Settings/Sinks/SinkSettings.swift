internal import Bytes
package import Documents
package import Scoping
internal import Sections
internal import Text

/// One `[Sink NAME]` section: a credential file that the daemon keeps fresh for a program that cannot call the API.
package struct SinkSettings: Equatable, Sendable {
    package let name: String
    package internal(set) var profile = ""
    var rule: String?
    /// The session of the token, if it is a scoped one.
    package internal(set) var session: TokenSession?
    package internal(set) var format = SinkFormat.document(.json)
    package internal(set) var path = ""
    package internal(set) var mode: UInt16 = 0o600
    /// `nil`: the user of the daemon.
    package internal(set) var user: Owner?
    package internal(set) var group: Owner?
    /// The names in a file of the form `env`.
    package internal(set) var variables = [VariableChoice.set(.oss)]
    var statedMargin: Duration?

    /// The folder that holds the file.
    package var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

    /// The remaining validity at which the file is replaced.
    ///
    /// With less than this, readers of the format ask again at once.
    package var margin: Duration { statedMargin ?? format.margin }
}

extension SinkSettings {
    static let keys: [Key<SinkSettings>] = [
        .one("Profile", \.profile, .name, "Profile whose credential is written.").mandatory,
        .maybe(
            "Rule", \.rule, .name,
            "Name of the [Access] section that limits the credential; for a profile with Scope=caller."),
        .one(
            "Format", \.format, .choice(SinkFormat.choices), "\(SinkFormat.names)."
        )
        .mandatory,
        .one(
            "Path", \.path, .path,
            "Path of the file, which is replaced atomically; for directory, of the link to the folder."
        )
        .mandatory,
        .one("Mode", \.mode, .mode, "Permissions of the file."),
        .words(
            "Variables", \.variables, .variable,
            "Names in a file of Format=env: \(VariableSet.allCases.map(\.rawValue).joined(separator: " ")), or "
                + "NAME=MEMBER with one of \(CredentialMember.allCases.map(\.rawValue).joined(separator: " "))."
        ),
        .maybe("User", \.user, .user, "Owner of the file, by name or number; the daemon's user if unset."),
        .maybe("Group", \.group, .group, "Group of the file, by name or number; the daemon's if unset."),
        .maybe(
            "Margin", \.statedMargin, .duration(.zero...Bound.day),
            "Remaining validity at which the credential is replaced; by default, as much as readers of the format need."
        ),
    ]

    init(_ section: Section, _ reading: inout Reading) {
        self.init(name: section.name)
        section.read(SinkSettings.keys, into: &self, &reading)
    }

    /// The keys that name an unknown user or group.
    ///
    /// The file is not written, because it would get the wrong owner.
    private var unknownOwners: [(key: String, who: String)] {
        [("User", user), ("Group", group)].compactMap { key, owner in
            if case .unknown(let who)? = owner { (key, who) } else { nil }
        }
    }

    var hasUnknownOwner: Bool { !unknownOwners.isEmpty }

    func warnOfUnknownOwners(in section: Section, _ reading: inout Reading) {
        for (key, who) in unknownOwners {
            reading.warn(
                "this host knows no \(who), so the file of [Sink \(name)] is not written",
                at: section.position(of: key))
        }
    }
}

/// The user or group that owns a file.
package enum Owner: Equatable, Sendable {
    case known(UInt32)
    /// A name that the host does not know; accepted only when the daemon starts.
    case unknown(String)

    package var number: UInt32? {
        if case .known(let number) = self { number } else { nil }
    }
}

extension Kind<VariableChoice> {
    static var variable: Kind {
        Kind(
            write: \.text,
            read: { text, _ throws(Complaint) in
                try mapping(VariableChoice(text)) { (error: VariableChoice.Complaint) in
                    Complaint(message: error.message)
                }
            })
    }
}

extension Kind<Owner> {
    /// A user of this host, by name or number.
    static var user: Kind { .account("user") { $1.uidOfUser($0) } }

    static var group: Kind { .account("group") { $1.gidOfGroup($0) } }

    private static func account(
        _ word: String, _ find: @escaping @Sendable (String, Environment) -> UInt32?
    ) -> Kind {
        Kind(
            // A known owner is no default.
            write: { owner in if case .unknown(let name) = owner { name } else { "" } },
            read: { text, environment throws(Complaint) in
                if let number = find(text, environment) { return .known(number) }
                if let number = text.utf8Span.span.decimalValue, number < Int(UInt32.max) {
                    return .known(UInt32(number))
                }
                let who = "\(word) \(Quote.of(text))"
                guard !environment.isStart else { return .unknown(who) }
                throw Complaint(message: "this host knows no \(who)")
            })
    }
}

/// The form of a sink: one file, or a folder.
package enum SinkFormat: Equatable, Sendable {
    case document(DocumentFormat)
    /// A file for each member of the credential.
    case directory

    static let choices: [(name: String, content: SinkFormat)] =
        DocumentFormat.allCases.map { ($0.rawValue, .document($0)) } + [("directory", .directory)]

    static var names: String { choices.map(\.name).joined(separator: " ") }

    /// With less life left, the programs that read it look for another one.
    ///
    /// The known readers of a folder are ossfs and programs built on it.
    package var margin: Duration {
        switch self {
        case .document(let format): format.margin
        case .directory: DocumentFormat.ossfs.margin
        }
    }
}
