internal import Bytes
internal import CommandLine
internal import Commands
internal import Kernel

extension Session {
    /// Looks at everything between this program and a signature.
    mutating func examine() throws(Failure) -> ExitStatus {
        var findings =
            [socketFinding].compactMap(\.self) + [Finding.unit(SystemdUnit.state(of: "ossauthd.service"))]
        do throws(Failure) {
            findings += try examineDaemon()
        } catch {
            findings.append(.unreachable(error))
        }
        try show(findings)
        return findings.isGood ? .done : .refused
    }

    /// A socket that is not there is the finding of whoever tries to reach the daemon.
    private var socketFinding: Finding? {
        guard let status = try? FileStatus.existing(at: path), status.kind == .socket else { return nil }
        return .socket(at: path, mode: status.mode)
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
        let options = configuration.map { ["--config", $0] } ?? []
        switch try Checker.run(["--check"] + options) {
        case .exited(0): return .done
        case .exited(ProgramStatus.usage): return .usage
        default: return .refused
        }
    }
}

/// The program of the daemon.
private enum Checker {
    static func run(_ words: [String]) throws(Failure) -> Termination {
        do throws(SystemError) {
            var child = try ChildProcess(
                try program(), arguments: words, environment: [],
                inheriting: [.standardInput, .standardOutput, .standardError])
            return try child.wait()
        } catch {
            throw Failure(.usage, "ossauthd, which knows the configuration, cannot be run: \(error)")
        }
    }

    /// It is installed next to this one.
    private static func program() throws(SystemError) -> String {
        try ThisProcess.executable().split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/ossauthd"
    }
}
