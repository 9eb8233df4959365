internal import CommandLine

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
