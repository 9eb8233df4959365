internal import Sections

/// How a profile section with one value of `Source=` is read.
struct SourceTable: Sendable {
    let kind: SourceKind
    let hasKey: @Sendable (String) -> Bool
    let references: @Sendable () -> [KeyReference]
    let read: @Sendable (Section, inout Reading) -> Source

    static let all: [SourceTable] = [
        SourceTable(.appserver, Source.appserver),
        SourceTable(manual: ()),
        SourceTable(.static, Source.static),
        SourceTable(.remoteSigner, Source.remoteSigner),
        SourceTable(.assumeRole, Source.assumeRole),
        SourceTable(.assumeRoleOIDC, Source.assumeRoleOIDC),
        SourceTable(.ecsRAMRole, Source.ecsRAMRole),
        SourceTable(.credentialsURI, Source.credentialsURI),
        SourceTable(.process, Source.process),
        SourceTable(.chain, Source.chain),
    ]

    private init<Content: SourceSettings>(
        _ kind: SourceKind, _ source: @escaping @Sendable (Content) -> Source
    ) {
        self.kind = kind
        hasKey = { name in Content.keys.contains { $0.name == name } }
        references = {
            Content.keys.map { KeyReference($0, in: .profile, source: kind.rawValue, defaults: Content()) }
        }
        read = { section, reading in
            var settings = Content()
            section.read(Content.keys, into: &settings, &reading)
            settings.check(in: section, &reading)
            return source(settings)
        }
    }

    /// The source without settings.
    private init(manual: Void) {
        kind = .manual
        hasKey = { _ in false }
        references = { [] }
        read = { _, _ in .manual }
    }
}
