package import CommandLine

/// What `ossauthctl` is to do, with every value checked.
package enum Action: Equatable, Sendable {
    case status(watches: StatusWatch?)
    /// The screen is looked at again so often.
    case top(every: Duration)
    case watch
    case bench(BenchTerms)
    case presign(LocationList, PresignTerms)
    case profiles
    case completion(Shell)
    case sign(ObjectLocation, SigningTerms, SignedForm)
    case postPolicy(PostForm, FormStyle)
    case whoami
    case doctor
    case verify(VerifyWish)
    /// The configuration at this path; `nil`: that of the host.
    case check(configuration: String?)
    case showCredentials(CredentialWish, reveals: Bool)
    case export(Export)
    case execute(Execution)
    case explain(Somebody, Wanted)
    /// `file`: `nil` is standard input.
    case setCredentials(profile: ProfileName, file: String?)
    case forgetCredentials(profile: ProfileName)
    /// No name: all that can be refreshed.
    case refresh([ProfileName])
    case reload
    /// `file`: `nil` is standard output.
    case metrics(file: String?)
}

extension Action {
    /// Where the daemon has to be asked.
    package var socket: Socket {
        switch self {
        case .status, .top, .watch, .bench, .doctor, .verify, .check, .profiles, .completion, .presign, .sign,
            .postPolicy, .whoami, .showCredentials, .export, .execute, .metrics:
            .api
        case .explain(let somebody, _): somebody.isCaller ? .api : .admin
        case .setCredentials, .forgetCredentials, .refresh, .reload: .admin
        }
    }
}

extension Action {
    /// Whether it shows how the daemon stands, of which root is told more over the admin socket.
    package var showsDaemon: Bool {
        switch self {
        case .status, .top, .profiles, .metrics: true
        case .explain(let somebody, _): somebody.isCaller
        case .watch, .bench, .doctor, .verify, .check, .completion, .presign, .sign, .postPolicy, .whoami,
            .showCredentials, .export, .execute, .setCredentials, .forgetCredentials, .refresh, .reload:
            false
        }
    }
}
