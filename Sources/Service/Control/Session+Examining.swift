internal import Bytes
internal import CommandLine
internal import Commands
internal import Kernel
internal import Reaching

extension Session {
    /// Looks at everything between this program and a signature.
    mutating func examine() throws(Failure) -> ExitStatus {
        let unit = SystemdUnits.properties(UnitState.properties, of: ["ossauthd.service"])?.first
            .map(UnitState.init)
        var findings = [socketFinding].compactMap(\.self) + [Finding.unit(unit)] + unitFindings
        if unit != nil { findings += checkFindings }
        // Its sockets are there, and would keep the question until it runs.
        if let unit, unit.restartsAgainAndAgain, path.hasPrefix("/run/ossauthd") {
            findings.append(.notAsked)
        } else {
            do throws(Failure) {
                findings += try examineDaemon()
            } catch {
                findings.append(.unreachable(error))
            }
        }
        try show(findings)
        return findings.isGood ? .done : .refused
    }

    /// A socket that is not there is the finding of whoever tries to reach the daemon.
    private var socketFinding: Finding? {
        guard let status = try? FileStatus.existing(at: path), status.kind == .socket else { return nil }
        return .socket(at: path, mode: status.mode)
    }

    private var unitFindings: [Finding] {
        let sockets = SystemdUnits.properties(UnitState.properties, of: UnitState.sockets) ?? []
        let timer = SystemdUnits.properties(UnitState.properties, of: ["ossauthd-metrics.timer"])?.first
        let hasFolder = (try? FileStatus.existing(at: "/var/lib/prometheus/node-exporter")) != nil
        return [
            Finding.sockets(sockets.map(UnitState.init)),
            timer.flatMap { Finding.metrics(UnitState($0), hasFolder: hasFolder) },
        ].compactMap(\.self)
    }

    /// What the check of the installed configuration says, which knows the unit when root runs it.
    private var checkFindings: [Finding] {
        guard ThisProcess.user == 0, path.hasPrefix("/run/ossauthd") else { return [] }
        do throws(Failure) {
            let (text, end) = try Checker.output(of: ["--check"])
            return Finding.configuration(CheckReport(text, isGood: end == .exited(0)))
        } catch {
            return [Finding("configuration", .unknown, error.sentence)]
        }
    }

    private mutating func examineDaemon() throws(Failure) -> [Finding] {
        let somebody = try ask(.whoami, for: IdentityAnswer.self)
        widen()
        let rules = Finding.rules(somebody, seesAll: isWide)
        guard rules.verdict == .good else { return [rules] }
        do throws(Failure) {
            let status = try ask(.status, for: StatusAnswer.self)
            let daemon = Finding.daemon(status, thisVersion: "\(Release.version)")
            return [daemon, Finding.configuration(status), Finding.restart(status), rules].compactMap(\.self)
                + Finding.profiles(status, at: .now) + [.clock(status)]
        } catch {
            guard error.status == .refused else { throw error }
            return [
                rules,
                Finding("status", .unknown, error.sentence, mend: "a rule with Allow=status shows more"),
            ]
        }
    }

    private func show(_ findings: [Finding]) throws(Failure) {
        switch format {
        case .text:
            try terminal.print(
                FindingsPage(terminal.ink, columns: terminal.columns(of: .output)).text(of: findings))
        case .csv: try terminal.print(FindingsPage.table(of: findings).csv)
        case .json:
            var plain = ByteBuffer(capacity: 1_024)
            plain.append(findings)
            try printJSON(plain.span)
        }
    }
}

extension Session {
    /// Lets the daemon's own program check, so that the two cannot disagree.
    func check(_ configuration: String?) throws(Failure) -> ExitStatus {
        let words = ["--check"] + (configuration.map { ["--config", $0] } ?? [])
        guard printsJSON else { return ExitStatus(ofCheck: try Checker.run(words)) }
        let (text, end) = try Checker.output(of: words)
        var document = ByteBuffer(capacity: 4_096)
        document.append(CheckReport(text, isGood: end == .exited(0)))
        try printJSON(document.span)
        return ExitStatus(ofCheck: end)
    }
}

extension ExitStatus {
    fileprivate init(ofCheck end: Termination) {
        switch end {
        case .exited(0): self = .done
        case .exited(ProgramStatus.usage): self = .usage
        default: self = .refused
        }
    }
}

/// The program of the daemon.
private enum Checker {
    private static let longestOutput = 4_194_304
    /// It reads files, but may ask the name service for users.
    private static let patience: Int64 = 120_000_000_000

    /// What it prints on both streams.
    static func output(of words: [String]) throws(Failure) -> (String, Termination) {
        try running { () throws(SystemError) in
            var pipe = try Pipe()
            let end = pipe.takeWritingEnd()
            var child = try ChildProcess(
                try program(), arguments: words, environment: [],
                inheriting: [
                    .standardInput, InheritedDescriptor(end, as: 1), InheritedDescriptor(end, as: 2),
                ])
            close(consume end)
            let deadline = KernelClock.bootNanoseconds() + patience
            let text = try pipe.contents(atMost: longestOutput, until: deadline)
            return (String(copying: text.span), try child.wait())
        }
    }

    /// The pipe ends only when every writing end is closed.
    private static func close(_ end: consuming Descriptor) {}

    static func run(_ words: [String]) throws(Failure) -> Termination {
        try running { () throws(SystemError) in
            var child = try ChildProcess(
                try program(), arguments: words, environment: [],
                inheriting: [.standardInput, .standardOutput, .standardError])
            return try child.wait()
        }
    }

    private static func running<Value>(_ body: () throws(SystemError) -> Value) throws(Failure) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw Failure(.usage, "ossauthd, which knows the configuration, cannot be run: \(error)")
        }
    }

    /// It is installed next to this one.
    private static func program() throws(SystemError) -> String {
        try ThisProcess.executable().split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/ossauthd"
    }
}
