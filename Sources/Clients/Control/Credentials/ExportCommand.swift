internal import Bytes
internal import CommandLine
package import Documents
internal import Kernel
internal import OSSAuthClient

extension Command {
    static let exportCredentials = Command(
        "credentials export", "Write a credential in the form that a program reads",
        details: [
            """
            For programs that sign by themselves; those that ask the daemon to sign need none. 'credentials' \
            with an option is short for it. A terminal gets it only with --reveal.
            """,
            DocumentFormat.allCases.map { "\($0.rawValue): \($0.summary)." }.joined(separator: " "),
        ],
        arguments: [.anyProfile],
        options: [.documentFormat, .variables, .profile, .minValid, .endpoint, .region, .reveal],
        examples: [
            Example(
                "credentials --format json uploads", "as a credentials URI has it",
                output: "> credential.json"),
            Example(
                "credentials --format ossutil uploads",
                "for ossutil, with endpoint and region of the profile",
                output: "> ossutilconfig"),
            Example(
                "credentials export --format external", "as process_command of aliyun-cli", output: "| cat"),
        ], isDefault: true)
}

extension Option {
    static let documentFormat = Option(
        "format", .choice("FORMAT", DocumentFormat.allCases.map(\.rawValue)), "The form.", standard: "json")
}

/// The form in which a credential is written.
package struct Export: Equatable, Sendable {
    package let selection: CredentialSelection
    package let format: DocumentFormat
    /// The names of the form `env`.
    package let variables: [VariableChoice]
    /// `nil`: the endpoint of the profile.
    package let endpoint: String?
    package let region: String?
    /// Whether a terminal may show it.
    package let reveals: Bool

    init(_ call: Call, variable: (String) -> String?) throws(UsageError) {
        selection = try CredentialSelection(
            call, profile: call.arguments.first ?? call.value(of: .profile, variable: variable))
        format = call.value(of: .documentFormat).flatMap(DocumentFormat.init) ?? .json
        variables = try call.variables()
        guard format == .env || !call.has(.variables) else {
            throw UsageError("--env is for --format env")
        }
        endpoint = try call.line(of: .endpoint)
        region = try call.line(of: .region)
        reveals = call.has(.reveal)
    }
}

extension Session {
    mutating func write(_ export: Export) throws(Failure) {
        guard export.reveals || !StandardStream.output.isTerminal else {
            throw Failure(
                .usage, "standard output is this terminal, which would show a secret; use a pipe, or --reveal"
            )
        }
        let answer = try credential(export.selection)
        let (endpoint, region) = try place(of: export)
        var document = ByteBuffer(capacity: 4_096)
        answer.withDocument(endpoint: endpoint, region: region, variables: export.variables) {
            document.append($0, as: export.format)
        }
        try terminal.printForProgram(document.span)
    }

    /// Endpoint and region, for a form that contains them.
    private mutating func place(of export: Export) throws(Failure) -> (endpoint: String, region: String) {
        guard export.format.hasPlace, export.endpoint == nil || export.region == nil else {
            return (export.endpoint ?? "", export.region ?? "")
        }
        let profile = try ask(export.selection.addressRequest, for: ProfileAddress.self)
        // The region of the profile may be wrong for another endpoint.
        let region = export.region ?? (export.endpoint == nil ? profile.region : nil)
        return (export.endpoint ?? profile.endpoint ?? "", region ?? "")
    }
}

extension CredentialAnswer {
    /// Lends the credential as a document with this endpoint and region.
    package func withDocument(
        endpoint: String, region: String, variables: [VariableChoice] = [],
        _ body: (borrowing CredentialDocument) -> Void
    ) {
        var document = CredentialDocument(
            accessKeyID: text[keyID], accessKeySecret: text[secret], securityToken: text[token])
        document.expiration = expiration?.timestamp
        document.lastUpdated = lastUpdated?.timestamp
        document.endpoint = endpoint
        document.region = region
        document.variables = variables
        body(document)
    }
}
