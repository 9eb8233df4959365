internal import CommandLine
internal import Kernel
internal import OSSAuthClient
internal import Reaching

extension Command {
    static let status = Command(
        "status", "Show which profiles can sign, and how long",
        details: [
            "Ends with 0 when every required profile can sign now, else with 4. Root is shown all of them."
        ],
        examples: [
            Example("status", "a table of the profiles that you may use"),
            Example("status --json", "the same for a program"),
        ])
}

extension Session {
    /// Prints the answer of `status` or `reload`, which have the same form.
    mutating func showStatus(after request: DaemonRequest) throws(Failure) -> ExitStatus {
        let reply = try ask(request)
        let answer = try SigningDaemon.Status(reading: reply.body)
        try show(reply, else: page.text(of: answer))
        return answer.isReady ? .done : .noCredential
    }

    var page: StatusPage {
        StatusPage(at: .now, terminal.ink, terminal.glyphs, columns: terminal.width)
    }
}
