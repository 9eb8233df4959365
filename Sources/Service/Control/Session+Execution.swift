internal import Bytes
internal import Commands
internal import Documents
internal import Kernel

extension Session {
    /// Comes back only where the program cannot be run.
    mutating func execute(_ execution: Execution) throws(Failure) {
        switch execution.rotation {
        case .ignore: try become(execution)
        case .restart, .signal: try supervise(execution)
        }
    }

    private mutating func become(_ execution: Execution) throws(Failure) {
        if execution.usesAddress {
            try setAddress(execution.wish)
        } else {
            let answer = try credential(execution.wish)
            setPlace(of: try ask(.compat(execution.wish), for: AddressAnswer.self))
            answer.withDocument(endpoint: "", region: "") { document in
                for name in Variables.keyIDs { ThisProcess.setVariable(name, document.accessKeyID) }
                for name in Variables.secrets { ThisProcess.setVariable(name, document.accessKeySecret) }
                for name in Variables.tokens { ThisProcess.setVariable(name, document.securityToken) }
            }
        }
        throw Failure(ThisProcess.become(execution.words), of: execution.words[0])
    }

    /// Says where the requests go, unless the caller says it.
    private func setPlace(of answer: AddressAnswer) {
        let named = Variables.places.contains { ThisProcess.variable($0)?.isEmpty == false }
        guard !named else { return }
        for (name, value) in zip(Variables.places, [answer.region, answer.endpoint]) {
            if let value { ThisProcess.setVariable(name, value.utf8Span.span) }
        }
    }

    private mutating func setAddress(_ wish: CredentialWish) throws(Failure) {
        let answer = try ask(.compat(wish), for: AddressAnswer.self)
        guard let uri = answer.uri else {
            throw Failure(
                .refused,
                "the daemon has no address for programs; enable ossauthd-compat.socket and restart the daemon, "
                    + "or, without systemd, set CompatListen=")
        }
        setPlace(of: answer)
        // These would be found before the address.
        for name in Variables.keyIDs + Variables.secrets + Variables.tokens {
            ThisProcess.removeVariable(name)
        }
        ThisProcess.setVariable("ALIBABA_CLOUD_CREDENTIALS_URI", uri.utf8Span.span)
        ThisProcess.setVariable("ALIBABA_CLOUD_ECS_METADATA_DISABLED", "true".utf8Span.span)
        ThisProcess.setVariable("ALIBABA_CLOUD_CLI_PROFILE_DISABLED", "true".utf8Span.span)
    }
}

/// The names under which programs look for a credential.
private enum Variables {
    static let keyIDs = ["ALIBABA_CLOUD_ACCESS_KEY_ID", "OSS_ACCESS_KEY_ID"]
    static let secrets = ["ALIBABA_CLOUD_ACCESS_KEY_SECRET", "OSS_ACCESS_KEY_SECRET"]
    static let places = ["OSS_REGION", "OSS_ENDPOINT"]
    static let tokens = ["ALIBABA_CLOUD_SECURITY_TOKEN", "OSS_SESSION_TOKEN"]
}

extension Failure {
    /// Ends as shells do where a program cannot be run.
    init(_ error: SystemError, of program: String) {
        switch error.cause {
        case .missing: self.init(.notFound, "there is no program '\(program)'")
        default: self.init(.notExecutable, "'\(program)' cannot be run: \(error)")
        }
    }
}
