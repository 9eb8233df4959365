internal import Bytes
internal import CommandLine
package import Documents
internal import Kernel
package import OSSAuthClient
internal import Reaching

extension Argument {
    static let anyProfile = Argument(
        "PROFILE", "The profile; none: as --profile says.", count: .optional)
}

extension Option {
    static let reveal = Option("reveal", .flag, "Show the secrets, on a terminal too.")
}

/// The requested credential.
package struct CredentialSelection: Equatable, Sendable {
    let profile: ProfileName?
    let minValid: Duration?

    init(_ call: Call, profile: String?) throws(UsageError) {
        self.profile = try profile.map { word throws(UsageError) in try ProfileName(word) }
        minValid = try call.seconds(of: .minValid)
    }

    package var request: DaemonRequest { .credentials(profile: profile?.text, minValid: minValid) }

    /// The request for the address, which has no minimum life.
    var addressRequest: DaemonRequest { .compat(profile: profile?.text) }

    func credential(_ session: inout Session) throws(Failure) -> CredentialAnswer {
        // Best effort: without it, the kernel still protects the secret from other users.
        try? ThisProcess.forbidDumps()
        let reply = try session.ask(request)
        return try Failure.reading(CredentialAnswer(reply.body))
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
