internal import CommandLine
internal import Kernel
internal import Settings
internal import Systemd

/// The program `ossauthd`, from its arguments to its exit status.
package enum DaemonProgram {
    package static func run(_ arguments: [String]) -> Int32 {
        let options: Options
        do throws(UsageError) {
            options = try Options(arguments)
        } catch {
            ErrorLines.write("ossauthd: \(error)")
            return ProgramStatus.usage
        }
        switch options.action {
        case .showHelp: return print(Program.ossauthd.help(on: [], Ink(isColoured: false)))
        case .showVersion: return print("ossauthd \(Release.build(ThisProcess.commit))\n")
        case .check(let asJSON): return check(options, asJSON: asJSON)
        case .printDerived(let name): return print(name, from: options.configuration)
        case .run: return serve(options)
        }
    }

    private static func check(_ options: Options, asJSON: Bool) -> Int32 {
        let report = CheckReport(of: options.configuration)
        if report.isRefusedByReload { tellDaemon() }
        guard !asJSON else { return max(print(report.json), report.status) }
        report.writeFindings()
        let status = report.summary.map(print)
        writeLimits(options)
        return status ?? report.status
    }

    private static func print(_ name: Derived, from configuration: String?) -> Int32 {
        do {
            return print(try text(of: name, from: configuration))
        } catch {
            ErrorLines.write("\(error)")
            return ProgramStatus.configuration
        }
    }

    private static func text(of name: Derived, from configuration: String?) throws -> String {
        switch name {
        case .role: try Configuration.role(configuration).lines
        case .rules: try Configuration.load(configuration, isStart: true).namesOfRules
        case .gateways: try Configuration.load(configuration, isStart: true).gateways
        case .gateway(let port, let former):
            try Configuration.load(configuration, isStart: true)
                .gateway(at: port, former: former, authorities: authorities)
        }
    }

    /// The file with the authorities of this host: that of Debian, or of Red Hat.
    private static var authorities: String {
        let files = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]
        return files.first { (try? FileStatus.existing(at: $0)) != nil } ?? files[0]
    }

    /// systemd names the daemon to the check of a reload, which it ends here.
    ///
    /// So the daemon reads the files by itself, refuses them too, and shows that in its status and its metrics.
    private static func tellDaemon() {
        guard let number = ThisProcess.variable("MAINPID").flatMap({ Int32($0) }) else { return }
        // The reload fails without this, too.
        Signal.hangup.send(to: number)
    }

    /// Says what a check by another user than the daemon's does not see, or by root for the unit of this host.
    private static func writeLimits(_ options: Options) {
        let (own, daemon) = (ThisProcess.user, Configuration.userOfDaemon)
        if own != 0, own != daemon {
            ErrorLines.write(
                "user \(own) checks syntax and references only: the rest depends on the rights of user \(daemon), "
                    + "which runs the daemon", .notice)
        } else if own == 0, options.configuration == nil,
            (try? FileStatus.existing(at: "/run/systemd/system"))?.kind == .directory
        {
            ErrorLines.write(
                "root does not see which files user ossauthd cannot read, nor the drop-ins and credentials of the unit: "
                    + "'systemctl reload ossauthd' checks as the unit", .notice)
        }
    }

    private static func serve(_ options: Options) -> Int32 {
        do {
            try ThisProcess.prepareService()
            return try Daemon(options).run()
        } catch let error as ConfigurationError {
            ErrorLines.write("\(error)")
            return ProgramStatus.configuration
        } catch {
            ErrorLines.write("ossauthd: \(error)")
            return ProgramStatus.software
        }
    }

    private static func print(_ text: String) -> Int32 {
        do throws(SystemError) {
            try StandardStream.output.write(text.utf8Span.span)
            return 0
        } catch {
            return ProgramStatus.software
        }
    }
}

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
        case .help: (action, configuration) = (.showHelp, nil)
        case .version: (action, configuration) = (.showVersion, nil)
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
