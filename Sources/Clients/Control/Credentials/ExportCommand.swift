internal import Bytes
package import CommandLine
package import Documents
internal import Kernel
internal import OSSAuthClient

/// `credentials export`: writes a credential in the form of a program.
package struct ExportCommand: ProgramCommand {
    package static let command = Command(
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

    package let selection: CredentialSelection
    package let format: DocumentFormat
    /// The names of the form `env`.
    package let variables: [VariableChoice]
    /// `nil`: the endpoint of the profile.
    package let endpoint: String?
    package let region: String?
    /// Whether a terminal may show it.
    package let reveals: Bool

    package init(_ call: Call) throws(UsageError) {
        selection = try CredentialSelection(call, profile: call.arguments.first ?? call.value(of: .profile))
        format = call.value(of: .documentFormat).flatMap(DocumentFormat.init) ?? .json
        guard format == .json || !call.has(.json) else {
            throw UsageError("--format \(format.rawValue) and --json are two forms; choose one")
        }
        variables = try call.variables()
        guard format == .env || !call.has(.variables) else {
            throw UsageError("--env is for --format env")
        }
        endpoint = try call.line(of: .endpoint)
        region = try call.line(of: .region)
        reveals = call.has(.reveal)
    }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        guard reveals || !StandardStream.output.isTerminal else {
            throw Failure(
                .usage, "standard output is this terminal, which would show a secret; use a pipe, or --reveal"
            )
        }
        let answer = try selection.credential(&session)
        let (endpoint, region) = try place(&session)
        var document = ByteBuffer(capacity: 4_096)
        answer.withDocument(endpoint: endpoint, region: region, variables: variables) {
            document.append($0, as: format)
        }
        try session.terminal.printForProgram(document.span)
        return .done
    }

    /// Endpoint and region, for a form that contains them.
    private func place(_ session: inout Session) throws(Failure) -> (endpoint: String, region: String) {
        guard format.hasPlace, endpoint == nil || region == nil else {
            return (endpoint ?? "", region ?? "")
        }
        let profile = try session.ask(selection.addressRequest, for: ProfileAddress.self)
        // The region of the profile may be wrong for another endpoint.
        let place = region ?? (endpoint == nil ? profile.region : nil)
        return (endpoint ?? profile.endpoint ?? "", place ?? "")
    }
}

extension Option {
    static let documentFormat = Option(
        "format", .choice("FORMAT", DocumentFormat.allCases.map(\.rawValue)), "The form.", standard: "json")
}
