package import CommandLine

extension Action {
    /// Makes values of the words of a call, and of the environment that `variable` looks into.
    package init(_ call: Call, variable: (String) -> String?) throws(UsageError) {
        try call.checkFormat()
        try call.checkSockets()
        switch call.command {
        case .status: self = .status(watches: try StatusWatch(call))
        case .top: self = .top(every: try call.interval())
        case .events: self = .watch
        case .bench: self = .bench(try BenchTerms(call, variable: variable))
        case .profiles: self = .profiles
        case .completion: self = .completion(call.shell)
        case .presign:
            self = .presign(try LocationList(call), try PresignTerms(call, variable: variable))
        case .sign:
            self = .sign(
                try ObjectLocation(call.arguments[1]),
                try SigningTerms(call, method: call.arguments[0], variable: variable), try SignedForm(call))
        case .postPolicy:
            self = .postPolicy(try PostForm(call, variable: variable), try FormStyle(call))
        case .whoami: self = .whoami
        case .doctor: self = .doctor
        case .verify: self = .verify(try VerifyWish(call))
        case .check: self = .check(configuration: call.value(of: .configuration))
        case .showCredentials:
            let name = call.arguments.first ?? call.value(of: .profile, variable: variable)
            self = .showCredentials(try CredentialWish(call, profile: name), reveals: call.has(.reveal))
        case .exportCredentials: self = .export(try Export(call, variable: variable))
        case .execute: self = .execute(try Execution(call, variable: variable))
        case .explain:
            self = .explain(Somebody(call), try Wanted(call, variable: variable))
        case .setCredentials:
            let file = call.value(of: .file)
            self = .setCredentials(
                profile: try ProfileName(call.arguments[0]), file: file == "-" ? nil : file)
        case .forgetCredentials: self = .forgetCredentials(profile: try ProfileName(call.arguments[0]))
        case .refresh: self = .refresh(try call.profilesOnce())
        case .reload: self = .reload
        case .metrics: self = .metrics(file: try call.textfile())
        default: preconditionFailure("the table has a command that nobody reads")
        }
    }
}

extension Call {
    fileprivate var shell: Shell {
        guard let shell = Shell(rawValue: arguments[0]) else {
            preconditionFailure("the table knows the shells")
        }
        return shell
    }

    /// Once is enough: the second refresh would throw away what the first has fetched.
    fileprivate func profilesOnce() throws(UsageError) -> [ProfileName] {
        let names = try arguments.map { word throws(UsageError) in try ProfileName(word) }
        return names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element)
    }

    /// A file that can be replaced, which a device cannot.
    fileprivate func textfile() throws(UsageError) -> String? {
        guard let file = value(of: .textfile) else { return nil }
        guard file != "-", !file.hasPrefix("/dev/") || file.hasPrefix("/dev/shm/") else {
            throw UsageError("'\(file)' is no file; leave out --textfile for standard output")
        }
        return file
    }

    /// The value of an option, or of the variable that stands in for it; an empty variable counts as none.
    func value(of option: Option, variable: (String) -> String?) -> String? {
        if let value = value(of: option) { return value }
        guard let name = option.variable, let value = variable(name), !value.isEmpty else { return nil }
        return value
    }
}
