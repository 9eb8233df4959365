internal import Bytes
internal import Kernel

/// `ossauthd --check`, which reads the configuration as the daemon does.
enum Checker {
    private static let longestOutput = 4_194_304
    /// It reads files, but may ask the name service for users.
    private static let patience: Int64 = 120_000_000_000
    /// The credentials that systemd gave to the running unit; only root and the daemon can read them.
    private static let credentials = "/run/credentials/ossauthd.service"

    /// The check of the configuration of the host.
    static func report() throws(Failure) -> CheckReport {
        do throws(SystemError) {
            var pipe = try Pipe()
            let end = pipe.takeWritingEnd()
            var child = try ChildProcess(
                try program(), arguments: ["--check"], environment: environment,
                inheriting: [
                    .standardInput, InheritedDescriptor(end, as: 1), InheritedDescriptor(end, as: 2),
                ])
            close(consume end)
            let deadline = KernelClock.bootNanoseconds() + patience
            let text = try pipe.contents(atMost: longestOutput, until: deadline)
            return CheckReport(String(copying: text.span), isGood: try child.wait() == .exited(0))
        } catch {
            throw Failure(.usage, "ossauthd, which knows the configuration, cannot be run: \(error)")
        }
    }

    private static var environment: [String] {
        let folder = try? FileStatus.existing(at: credentials)
        return folder == nil ? [] : ["CREDENTIALS_DIRECTORY=\(credentials)"]
    }

    /// The pipe ends only when every writing end is closed.
    private static func close(_ end: consuming Descriptor) {}

    /// The program beside this one.
    private static func program() throws(SystemError) -> String {
        try ThisProcess.executable().split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/ossauthd"
    }
}
