/// What the command line of the daemon says.
struct Options: Equatable {
    enum Action: Equatable {
        case run
        case check
        case showVersion
        case showHelp
    }

    var action = Action.run
    var configuration: String?

    static let help = """
        usage: ossauthd [--config FILE] [--check] [--version] [--help]

          --config FILE  read this configuration and the drop-ins in FILE.d, nothing else
          --check        report all that is wrong or doubtful in the configuration, and start nothing
          --version      print the version
          --help         print this

        Without --config: /etc/ossauthd/ossauthd.conf and the ossauthd.conf.d folders of
        /etc/ossauthd, /run/ossauthd and /usr/lib/ossauthd.

        """

    /// `nil` when an argument is unknown or incomplete.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--check": action = .check
            case "--version": action = .showVersion
            case "--help", "-h": action = .showHelp
            case "--config":
                guard let path = rest.popFirst() else { return nil }
                configuration = path
            default:
                guard argument.hasPrefix("--config=") else { return nil }
                configuration = String(argument.dropFirst("--config=".count))
            }
        }
        if configuration?.isEmpty ?? false { return nil }
    }
}
