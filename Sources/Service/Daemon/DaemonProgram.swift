internal import CommandLine
internal import Kernel
internal import Settings

/// The program `ossauthd`, from its arguments to its exit status.
package enum DaemonProgram {
    /// The exit status for names that do not exist on the host: a start ignores such lines.
    private static let onlyStart: Int32 = 1

    package static func run(_ arguments: [String]) -> Int32 {
        let options: Options
        do throws(UsageError) {
            options = try Options(arguments)
        } catch {
            say("ossauthd: \(error)\n")
            return ProgramStatus.usage
        }
        switch options.action {
        case .showHelp: return print(Program.ossauthd.help(on: [], Ink(isColoured: false)))
        case .showVersion: return print("ossauthd \(Release.version.description)\n")
        case .check: return check(options)
        case .run: return serve(options)
        }
    }

    private static func check(_ options: Options) -> Int32 {
        do throws(ConfigurationError) {
            let (settings, findings) = try Configuration.review(options.configuration)
            for finding in findings { say("\(finding)\n") }
            guard findings.allSatisfy(\.isWarning) else { return ProgramStatus.configuration }
            let doubts = findings.isEmpty ? "" : ", \(number(findings.count, "warning"))"
            return print(
                "the configuration is good: \(number(settings.profiles.count, "profile"))\(doubts)\n")
        } catch {
            say("\(error)\n")
            guard (try? Configuration.load(options.configuration, isStart: true)) != nil else {
                return ProgramStatus.configuration
            }
            say("a daemon that starts goes on without these lines; one that runs refuses them all\n")
            return onlyStart
        }
    }

    private static func number(_ count: Int, _ thing: String) -> String {
        "\(count) \(thing)\(count == 1 ? "" : "s")"
    }

    private static func serve(_ options: Options) -> Int32 {
        do {
            try ThisProcess.fillStandardStreams()
            try ThisProcess.forbidDumps()
            try ThisProcess.raiseDescriptorLimit()
            ThisProcess.ignoreBrokenPipes()
            return try Daemon(options).run()
        } catch let error as ConfigurationError {
            say("\(error)\n")
            return ProgramStatus.configuration
        } catch {
            say("ossauthd: \(error)\n")
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

    /// A failure of standard error cannot be reported.
    private static func say(_ text: String) {
        try? StandardStream.error.write(text.utf8Span.span)
    }
}
