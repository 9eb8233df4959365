internal import CommandLine
internal import Kernel
internal import Settings

/// The command line of the daemon.
struct Options: Equatable {
    enum Action: Equatable {
        case run
        case check(asJSON: Bool)
        /// Prints what follows from the configuration.
        case printDerived(Derived)
        case showVersion
        case showHelp
    }

    let action: Action
    let configuration: String?

    init(_ arguments: [String]) throws(UsageError) {
        switch try Program.ossauthd.parse(arguments) {
        case .help:
            action = .showHelp
            configuration = nil
        case .version:
            action = .showVersion
            configuration = nil
        case .call(let call):
            action = try Options.action(of: call)
            configuration = call.value(of: .configuration)
            guard configuration?.isEmpty != true else {
                throw UsageError("--config needs the path of a file")
            }
        }
    }

    private static func action(of call: Call) throws(UsageError) -> Action {
        guard call.has(.check) || !call.has(.findings) else { throw UsageError("--json needs --check") }
        guard let name = call.value(of: .derived) else {
            return call.has(.check) ? .check(asJSON: call.has(.findings)) : .run
        }
        guard let derived = Derived(name) else {
            throw UsageError("--print needs role, rules, gateways, gateway or gateway:PORT")
        }
        return .printDerived(derived)
    }
}

/// Why the daemon does not start, for the operator.
struct StartError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// The check of the configuration says it too, before a start fails.
    static func cannotListen(for key: String, _ error: SystemError) -> StartError {
        let socket = key == "CompatListen" ? "ossauthd-compat.socket" : "ossauthd-metadata@PROFILE.socket"
        return StartError(
            "\(key)=: \(error); a service without a network gets its listeners from systemd: "
                + "leave the key out and 'systemctl enable --now \(socket)'")
    }
}
