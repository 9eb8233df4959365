package import CommandLine
internal import OSSAuthClient

/// `status`: shows the profiles.
package struct StatusCommand: ProgramCommand {
    package static let command = Command(
        "status", "Show which profiles can sign, and how long",
        details: [
            "Ends with 0 when you may use a profile and every required one can sign now, else with 4. Root is shown all of them."
        ],
        examples: [
            Example("status", "a table of the profiles that you may use"),
            Example("status --json", "the same for a program"),
        ])

    package init(_ call: Call) {}

    package var showsDaemon: Bool { true }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        let status = try session.show(.status, as: SigningDaemon.Status.self) { $0.text(of: $1) }
        return status.isReady && !status.profiles.isEmpty ? .done : .noCredential
    }
}
