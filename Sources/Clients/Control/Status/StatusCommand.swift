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

    static let profiles = Command(
        "profiles", "List the profiles that you may use",
        details: ["Prints one name per line; 'status' shows how each of them is. Root is shown all."],
        examples: [
            Example("profiles", "their names"),
            Example("profiles --output csv", "their names, sources, states and ends"),
        ])
}

extension Session {
    /// Prints the answer of `status` or `reload`, which have the same form.
    mutating func showStatus(after request: DaemonRequest) throws(Failure) -> ExitStatus {
        let reply = try ask(request)
        let answer = try SigningDaemon.Status(reading: reply.body)
        try show(reply, else: format == .csv ? answer.table.csv : page.text(of: answer))
        return answer.isReady ? .done : .noCredential
    }

    mutating func profiles() throws(Failure) -> [String] {
        try ask(.status, for: SigningDaemon.Status.self).profiles.map(\.name)
    }

    mutating func showProfiles() throws(Failure) {
        let reply = try ask(.status)
        let answer = try SigningDaemon.Status(reading: reply.body)
        let names = SignedPage.lines(answer.profiles.map(\.name))
        try show(reply, else: format == .csv ? answer.table.csv : names)
    }

    var page: StatusPage {
        StatusPage(at: .now, terminal.ink, terminal.glyphs, columns: terminal.width)
    }
}
