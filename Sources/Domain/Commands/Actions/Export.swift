internal import CommandLine
package import Documents

/// How a credential is written.
package struct Export: Equatable, Sendable {
    package let wish: CredentialWish
    package let format: DocumentFormat
    /// `nil`: that of the profile.
    package let endpoint: String?
    package let region: String?
    /// Whether it may be seen on a terminal.
    package let reveals: Bool

    init(_ call: Call, variable: (String) -> String?) throws(UsageError) {
        wish = try CredentialWish(
            call, profile: call.arguments.first ?? call.value(of: .profile, variable: variable))
        format = call.value(of: .documentFormat).flatMap(DocumentFormat.init) ?? .json
        endpoint = try call.line(of: .endpoint)
        region = try call.line(of: .region)
        reveals = call.has(.reveal)
    }
}
