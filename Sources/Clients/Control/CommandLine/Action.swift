package import CommandLine
package import OSSAuthClient

/// A command with its checked values.
package enum Action: Equatable, Sendable {
    case status
    /// The interval between two updates.
    case top(every: Duration)
    case watch
    case presign(LocationList, PresignTerms)
    case completion(Shell)
    case sign(ObjectLocation, RequestTemplate, SignedForm)
    case postPolicy(PostForm, FormStyle)
    case whoami
    case doctor
    case verify(VerifyOptions)
    case selfTest(SelfTestOptions)
    case showCredentials(CredentialSelection, reveals: Bool)
    case export(Export)
    case execute(Execution)
    /// The caller and the request to explain.
    case explain(ExplainedCaller, DaemonRequest)
    /// `file`: `nil` is standard input.
    case setCredentials(profile: ProfileName, file: String?)
    case forgetCredentials(profile: ProfileName)
    /// Without names, every profile that can be refreshed.
    case refresh([ProfileName])
    case reload
    /// `file`: `nil` is standard output.
    case metrics(file: String?)
}

extension Action {
    /// The socket that the command uses.
    package var socket: Socket {
        switch self {
        case .status, .top, .watch, .doctor, .verify, .selfTest, .completion, .presign, .sign,
            .postPolicy, .whoami, .showCredentials, .export, .execute, .metrics:
            .api
        case .explain(let caller, _): caller.isThisProcess ? .api : .admin
        case .setCredentials, .forgetCredentials, .refresh, .reload: .admin
        }
    }

    /// Whether it shows the state of the daemon, of which the admin socket shows more.
    package var showsDaemon: Bool {
        switch self {
        case .status, .top, .metrics: true
        case .explain(let caller, _): caller.isThisProcess
        case .watch, .doctor, .verify, .selfTest, .completion, .presign, .sign, .postPolicy, .whoami,
            .showCredentials, .export, .execute, .setCredentials, .forgetCredentials, .refresh, .reload:
            false
        }
    }

    /// Checks the values of a call and of the environment.
    package init(_ call: Call, variable: (String) -> String?) throws(UsageError) {
        try call.checkFormat()
        try call.checkSockets()
        switch call.command {
        case .status: self = .status
        case .top: self = .top(every: try call.interval())
        case .events: self = .watch
        case .completion: self = .completion(call.shell)
        case .presign:
            self = .presign(try LocationList(call), try PresignTerms(call, variable: variable))
        case .sign:
            let location = try ObjectLocation(call.arguments[1])
            let template = try RequestTemplate(call, method: call.arguments[0], variable: variable)
            self = .sign(location, template.resolved(for: location), try SignedForm(call))
        case .postPolicy:
            self = .postPolicy(try PostForm(call, variable: variable), try FormStyle(call))
        case .whoami: self = .whoami
        case .doctor: self = .doctor
        case .verify: self = .verify(try VerifyOptions(call))
        case .selfTest: self = .selfTest(try SelfTestOptions(call, variable: variable))
        case .showCredentials:
            let name = call.arguments.first ?? call.value(of: .profile, variable: variable)
            self = .showCredentials(try CredentialSelection(call, profile: name), reveals: call.has(.reveal))
        case .exportCredentials: self = .export(try Export(call, variable: variable))
        case .execute: self = .execute(try Execution(call, variable: variable))
        case .explain:
            self = .explain(ExplainedCaller(call), try DaemonRequest(explainedBy: call, variable: variable))
        case .setCredentials:
            let file = call.value(of: .file)
            self = .setCredentials(
                profile: try ProfileName(call.arguments[0]), file: file == "-" ? nil : file)
        case .forgetCredentials: self = .forgetCredentials(profile: try ProfileName(call.arguments[0]))
        case .refresh: self = .refresh(try call.profilesOnce())
        case .reload: self = .reload
        case .metrics: self = .metrics(file: try call.textfile())
        default: preconditionFailure("the table has a command without an action")
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

    /// Each profile once: a second refresh would discard the token of the first.
    fileprivate func profilesOnce() throws(UsageError) -> [ProfileName] {
        let names = try arguments.map { word throws(UsageError) in try ProfileName(word) }
        return names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element)
    }

    /// A file that can be replaced; a device cannot.
    fileprivate func textfile() throws(UsageError) -> String? {
        guard let file = value(of: .textfile) else { return nil }
        guard file != "-", !file.hasPrefix("/dev/") || file.hasPrefix("/dev/shm/") else {
            throw UsageError("'\(file)' is no file; leave out --textfile for standard output")
        }
        return file
    }
}
