internal import CommandLine
internal import Documents
internal import Kernel
internal import OSSAuthClient

extension Command {
    static let execute = Command(
        "exec", "Run a program with a credential",
        details: [
            """
            The program finds the credential in ALIBABA_CLOUD_ACCESS_KEY_ID, \
            ALIBABA_CLOUD_ACCESS_KEY_SECRET and ALIBABA_CLOUD_SECURITY_TOKEN, and once more in \
            OSS_ACCESS_KEY_ID, OSS_ACCESS_KEY_SECRET and OSS_SESSION_TOKEN, which only its user can read. If \
            neither is set, OSS_REGION and OSS_ENDPOINT are set to those of the profile. Ends as the program ends.
            """,
            """
            With --uri these six are removed, and ALIBABA_CLOUD_CREDENTIALS_URI has an address where the \
            program gets the newest each time. ALIBABA_CLOUD_ECS_METADATA_DISABLED and \
            ALIBABA_CLOUD_CLI_PROFILE_DISABLED are true then, so that it looks for no other.
            """,
            """
            A program that lives longer than the credential needs the address, or --on-rotation: restart ends \
            it and starts it again, a signal tells it that there is another.
            """,
        ],
        arguments: [
            Argument("COMMAND", "The program.", completedBy: .commands),
            Argument("ARGUMENT", "Its arguments.", count: .any, completedBy: .files),
        ],
        options: [.profile, .minValid, .address, .onRotation],
        examples: [
            Example("exec --profile uploads -- sh -c 'echo $OSS_ACCESS_KEY_ID'", "with variables"),
            Example("exec --profile uploads --min-valid 10min true", "with one that lasts ten minutes"),
            Example(
                "exec --profile uploads --on-rotation restart -- sh backup.sh",
                "started again whenever there is a new one"),
            Example("exec --profile uploads --uri -- sh backup.sh", "with an address that has the newest"),
        ])
}

extension Option {
    static let address = Option(
        "uri", .flag,
        "Hand over a private address instead, which needs ossauthd-compat.socket, or CompatListen=.")
    static let onRotation = Option(
        "on-rotation", .choice("WHAT", ["ignore", "restart"] + Signals.names),
        "The action after a renewal of the credential.", standard: "ignore")
}

/// The program to run and its credential.
package struct Execution: Equatable, Sendable {
    /// The action after a rotation of the credential.
    package enum Rotation: Equatable, Sendable {
        /// None: the program replaces this process.
        case ignore
        case restart
        case signal(String)
    }

    package let selection: CredentialSelection
    /// The command line of the program.
    package let words: [String]
    /// Whether the program gets the address of the credential, not the credential.
    package let usesAddress: Bool
    package let rotation: Rotation
    /// The name of the profile, if given.
    package var profile: String? { selection.profile?.text }

    init(_ call: Call, variable: (String) -> String?) throws(UsageError) {
        selection = try CredentialSelection(call, profile: call.value(of: .profile, variable: variable))
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
    /// The command line that runs the program once.
    package var wordsOfOneRun: [String] {
        var options = ["exec"]
        if let profile { options += ["--profile", profile] }
        if let minValid = selection.minValid {
            options += ["--min-valid", String(minValid.components.seconds)]
        }
        if usesAddress { options.append("--uri") }
        return options + ["--"] + words
    }
}

extension Session {
    /// Returns only if the program cannot be run.
    mutating func execute(_ execution: Execution) throws(Failure) {
        switch execution.rotation {
        case .ignore: try become(execution)
        case .restart, .signal: try supervise(execution)
        }
    }

    private mutating func become(_ execution: Execution) throws(Failure) {
        if execution.usesAddress {
            try setAddress(execution.selection)
        } else {
            let answer = try credential(execution.selection)
            setPlace(of: try ask(execution.selection.addressRequest, for: ProfileAddress.self))
            answer.withDocument(endpoint: "", region: "") { document in
                for name in Variables.keyIDs { ThisProcess.setVariable(name, document.accessKeyID) }
                for name in Variables.secrets { ThisProcess.setVariable(name, document.accessKeySecret) }
                for name in Variables.tokens { ThisProcess.setVariable(name, document.securityToken) }
            }
        }
        throw Failure(ThisProcess.become(execution.words), of: execution.words[0])
    }

    /// Sets region and endpoint, unless the caller has set one of them.
    private func setPlace(of answer: ProfileAddress) {
        let named = Variables.places.contains { ThisProcess.variable($0)?.isEmpty == false }
        guard !named else { return }
        for (name, value) in zip(Variables.places, [answer.region, answer.endpoint]) {
            if let value { ThisProcess.setVariable(name, value.utf8Span.span) }
        }
    }

    private mutating func setAddress(_ selection: CredentialSelection) throws(Failure) {
        let answer = try ask(selection.addressRequest, for: ProfileAddress.self)
        guard let uri = answer.uri else {
            throw Failure(
                .refused,
                "the daemon has no address for programs; enable ossauthd-compat.socket and restart the daemon, "
                    + "or, without systemd, set CompatListen=")
        }
        setPlace(of: answer)
        // Programs would prefer these to the address.
        for name in Variables.keyIDs + Variables.secrets + Variables.tokens {
            ThisProcess.removeVariable(name)
        }
        ThisProcess.setVariable("ALIBABA_CLOUD_CREDENTIALS_URI", uri.utf8Span.span)
        ThisProcess.setVariable("ALIBABA_CLOUD_ECS_METADATA_DISABLED", "true".utf8Span.span)
        ThisProcess.setVariable("ALIBABA_CLOUD_CLI_PROFILE_DISABLED", "true".utf8Span.span)
    }
}

/// The variables in which programs look for a credential.
private enum Variables {
    static let keyIDs = ["ALIBABA_CLOUD_ACCESS_KEY_ID", "OSS_ACCESS_KEY_ID"]
    static let secrets = ["ALIBABA_CLOUD_ACCESS_KEY_SECRET", "OSS_ACCESS_KEY_SECRET"]
    static let places = ["OSS_REGION", "OSS_ENDPOINT"]
    static let tokens = ["ALIBABA_CLOUD_SECURITY_TOKEN", "OSS_SESSION_TOKEN"]
}

extension Failure {
    /// The exit status of shells for a program that cannot be run.
    init(_ error: SystemError, of program: String) {
        switch error.cause {
        case .missing: self.init(.notFound, "there is no program '\(program)'")
        default: self.init(.notExecutable, "'\(program)' cannot be run: \(error)")
        }
    }
}
