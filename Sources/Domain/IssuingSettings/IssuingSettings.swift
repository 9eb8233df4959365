internal import Access
package import Issuing
package import Sections

/// The configuration of `ossauth-appserver`; it exists only if it is valid.
package struct IssuingSettings: Equatable, Sendable {
    package let server: IssuingServerSettings
    package internal(set) var users: [UserTerms]
    /// In the order of the files.
    package internal(set) var groups: [UserTerms]
    /// The parts of the rights of users and groups that their policies cannot express.
    package let warnings: [Mistake]

    /// Reads the files in order, and throws all errors at once.
    package init(reading files: [SourceFile], environment: Environment) throws(InvalidSettings) {
        var reading = Reading(files, environment: environment)
        let sections = SectionList(files, of: SectionKind.ofAppServer, &reading).sections
        var server = IssuingServerSettings(environment)
        users = []
        groups = []
        for section in sections {
            switch section.kind {
            case .appServer:
                section.read(IssuingServerSettings.keys, into: &server, &reading)
                server.check(in: section, &reading)
            case .user: users.append(UserTerms(section, &reading))
            case .group: groups.append(UserTerms(section, &reading))
            default: break
            }
        }
        for section in sections where section.kind == .user { server.checkProof(of: section, &reading) }
        if users.isEmpty, groups.isEmpty, reading.problems.isEmpty {
            reading.report(
                "there is no [User NAME] or [Group NAME] section, so no user gets a token", at: .start)
        }
        try reading.throwProblems()
        for (terms, section) in zip(users, sections.filter { $0.kind == .user }) {
            terms.warn(in: section, &reading)
        }
        for (terms, section) in zip(groups, sections.filter { $0.kind == .group }) {
            terms.warn(in: section, &reading)
        }
        warnings = reading.problems
        self.server = server
    }

    /// Puts policies in place of the names of their files.
    package mutating func readPolicies<Failure: Error>(
        _ read: (String) throws(Failure) -> PolicyTemplate
    ) throws(Failure) {
        for index in users.indices { try users[index].readPolicy(read) }
        for index in groups.indices { try groups[index].readPolicy(read) }
    }

    /// Every key of the configuration of `ossauth-appserver`.
    package static let keys: [KeyReference] =
        IssuingServerSettings.keys.map {
            KeyReference($0, in: .appServer, defaults: IssuingServerSettings(Environment()))
        } + UserTerms.keys.map { KeyReference($0, in: .group, defaults: UserTerms(name: "")) }
}

extension UserTerms {
    fileprivate mutating func readPolicy<Failure: Error>(
        _ read: (String) throws(Failure) -> PolicyTemplate
    ) throws(Failure) {
        if case .file(let path) = written { written = .template(try read(path)) }
    }
}

/// The sections of `ossauth-appserver.conf`.
extension SectionKind {
    private static let keysOfAppServer = Set(IssuingServerSettings.keys.map(\.name))
    private static let keysOfTerms = Set(UserTerms.keys.map(\.name))

    static let ofAppServer: [SectionKind] = [.appServer, .user, .group]

    static let appServer = SectionKind("AppServer", hasName: false) { keysOfAppServer }
    static let user = SectionKind("User") { keysOfTerms }
    static let group = SectionKind("Group") { keysOfTerms }
}
