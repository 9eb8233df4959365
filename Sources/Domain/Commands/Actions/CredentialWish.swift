internal import CommandLine
package import Documents

/// Which credential is asked for.
package struct CredentialWish: Equatable, Sendable {
    let profile: ProfileName?
    let minValid: Int?

    init(_ call: Call, profile: String?) throws(UsageError) {
        self.profile = try profile.map { word throws(UsageError) in try ProfileName(word) }
        minValid = try call.seconds(of: .minValid)
    }
}

/// How a credential is written.
package struct Export: Equatable, Sendable {
    package let wish: CredentialWish
    package let format: DocumentFormat
    package let endpoint: String
    package let region: String
    /// Whether it may be seen on a terminal.
    package let reveals: Bool

    init(_ call: Call, variable: (String) -> String?) throws(UsageError) {
        wish = try CredentialWish(
            call, profile: call.arguments.first ?? call.value(of: .profile, variable: variable))
        format = call.value(of: .documentFormat).flatMap(DocumentFormat.init) ?? .json
        endpoint = try call.line(of: .endpoint) ?? ""
        region = try call.line(of: .region) ?? ""
        reveals = call.has(.reveal)
    }
}

/// A program to run with a credential.
package struct Execution: Equatable, Sendable {
    /// What happens when the credential was renewed.
    package enum Rotation: Equatable, Sendable {
        /// Nothing: the program takes the place of this one.
        case ignore
        case restart
        case signal(String)
    }

    package let wish: CredentialWish
    /// The words of the program.
    package let words: [String]
    /// The address of the credential is handed over, not the credential.
    package let usesAddress: Bool
    package let rotation: Rotation
    /// The profile that was asked for, if any.
    package var profile: String? { wish.profile?.text }

    init(_ call: Call, variable: (String) -> String?) throws(UsageError) {
        wish = try CredentialWish(call, profile: call.value(of: .profile, variable: variable))
        words = call.arguments
        usesAddress = call.has(.address)
        switch call.value(of: .onRotation) {
        case nil, "ignore": rotation = .ignore
        case "restart": rotation = .restart
        case let name?: rotation = .signal(name)
        }
    }
}

extension Execution {
    /// The command line that runs the program once, whatever becomes of the credential.
    package var wordsOfOneRun: [String] {
        var options = ["exec"]
        if let profile { options += ["--profile", profile] }
        if let minValid = wish.minValid { options += ["--min-valid", String(minValid)] }
        if usesAddress { options.append("--uri") }
        return options + ["--"] + words
    }
}
