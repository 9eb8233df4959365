/// Keys of the reference that belong together, and what has to be known of all of them.
struct ReferenceChapter {
    let title: String
    let introduction: String
    let keys: [KeyReference]

    static let all =
        [
            section(.daemon, "[Daemon]", "What holds for the daemon as a whole."),
            section(
                .profile, "[Profile NAME]",
                """
                One way to sign: with what, for which server of OSS, and when its token is renewed. These keys are \
                for every source.
                """),
        ] + SourceKind.allCases.map(source) + [
            section(
                .access, "[Access NAME]",
                """
                Who may do what. One rule must grant all of a request. In patterns * stands for anything but a slash, \
                ** for anything, ? for one character. Without any rule root and the group ossauth may sign, presign, \
                post-policy, status and watch with every profile; the first rule of your own replaces that.
                """),
            section(
                .sink, "[Sink NAME]",
                "A file that is kept fresh for a program that cannot ask, and who is told when it changed."),
        ]

    private static func section(
        _ kind: SectionKind, _ title: String, _ introduction: String
    ) -> ReferenceChapter {
        let keys = Settings.keys.filter { $0.section == kind.rawValue && $0.source == nil }
        return ReferenceChapter(title: title, introduction: introduction, keys: keys)
    }

    /// The signing server is asked as the AppServer is, which need not be said twice.
    private static func source(_ kind: SourceKind) -> ReferenceChapter {
        let keys = Settings.keys.filter { $0.source == kind }
        let known = Set(Settings.keys.filter { $0.source == .appserver }.map(\.name))
        return ReferenceChapter(
            title: "Source=\(kind.rawValue)", introduction: kind.summary,
            keys: kind == .remoteSigner ? keys.filter { !known.contains($0.name) } : keys)
    }
}

extension SourceKind {
    fileprivate var summary: String {
        switch self {
        case .appserver: "Your AppServer hands out tokens."
        case .manual: "Tokens come by 'ossauthctl credentials set'. It has no keys of its own."
        case .static: "A long-lived AccessKey pair of this host."
        case .remoteSigner:
            """
            A server has the key and signs each request; the host has none. All keys of Source=appserver but Body= \
            hold here too, and Method= is POST.
            """
        case .assumeRole: "A role of RAM, taken from STS with the key of another profile."
        case .assumeRoleOIDC: "A role of RAM, taken from STS with the token of an identity provider."
        case .ecsRAMRole: "The role of the ECS instance, from its metadata service."
        case .credentialsURI: "A server on this host or near it that answers with the six members."
        case .process: "A command that prints a credential in any of the known forms."
        case .chain: "The first of other profiles that works."
        }
    }
}
