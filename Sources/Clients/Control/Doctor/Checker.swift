internal import Kernel
internal import OSSAuthClient
internal import Reaching

/// `ossauthd --check`, which reads the configuration as the daemon does.
enum Checker {
    /// It may ask the name service for users.
    private static let patience: Int64 = 120_000_000_000
    /// The credentials that systemd gave to the running unit; only root and the daemon can read them.
    private static let credentials = "/run/credentials/ossauthd.service"

    /// The check of the configuration of the host.
    static func report() throws(Failure) -> CheckReport {
        let answer: (text: String, isGood: Bool)
        do throws(SystemError) {
            answer = try SystemdUnits.answer(
                of: try program(), to: ["--check", "--json"], with: environment, within: patience)
        } catch {
            throw Failure(.usage, "ossauthd, which knows the configuration, cannot be run: \(error)")
        }
        do throws(DaemonError) {
            return try CheckReport(answer.text.utf8Span.span)
        } catch {
            throw Failure(error)
        }
    }

    private static var environment: [String] {
        let folder = try? FileStatus.existing(at: credentials)
        return folder == nil ? [] : ["CREDENTIALS_DIRECTORY=\(credentials)"]
    }

    /// The program beside this one.
    private static func program() throws(SystemError) -> String {
        try ThisProcess.executable().split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/ossauthd"
    }
}
