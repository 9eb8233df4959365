package import CommandLine
internal import OSSAuthClient
internal import Reaching

/// `refresh`: fetches new tokens.
package struct RefreshCommand: ProgramCommand {
    package static let command = Command(
        "refresh", "Fetch new tokens now",
        details: [
            """
            Answers when it is done. A failed refresh ends with 5 while the old token still signs, and \
            with 4 when nothing does.
            """
        ],
        arguments: [
            Argument(
                "PROFILE", "The profile; none: all that have a source to ask.", count: .any)
        ],
        examples: [Example("refresh", "all profiles"), Example("refresh uploads backup", "these two")])

    /// None: every profile that can be refreshed.
    let profiles: [ProfileName]

    /// Takes each profile once: a second refresh would discard the token of the first.
    package init(_ call: Call) throws(UsageError) {
        let names = try call.arguments.map { word throws(UsageError) in try ProfileName(word) }
        profiles = names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element)
    }

    package var socket: Socket { .admin }

    /// Refreshes all profiles, even after a failure; ends with the status of the first failure.
    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        var status = ExitStatus.done
        var refreshed: [SigningDaemon.Profile] = []
        let names = profiles.isEmpty ? try refreshable(&session) : profiles
        for name in names {
            do throws(Failure) {
                refreshed.append(try refresh(name, &session))
            } catch {
                guard error.status != .unreachable else { throw error }
                session.terminal.say(
                    .error(names.count > 1 ? "\(name.text): \(error.sentence)" : error.sentence))
                if status == .done { status = error.status }
            }
        }
        if !session.printsJSON, !refreshed.isEmpty {
            try session.terminal.print(session.terminal.page.text(of: refreshed))
        }
        return status
    }

    private func refresh(_ name: ProfileName, _ session: inout Session) throws(Failure)
        -> SigningDaemon.Profile
    {
        let reply = try askToRefresh(name, &session)
        if session.printsJSON { try session.printJSON(reply) }
        let status = try SigningDaemon.Profile(reading: reply.body)
        if let note = status.noteOnRefresh { session.terminal.note(note) }
        return status
    }

    /// A refresh that is not possible fails with the reason, not with the state of the profile.
    private func askToRefresh(_ name: ProfileName, _ session: inout Session) throws(Failure) -> Reply {
        do throws(Failure) {
            return try session.ask(.refresh(profile: name.text))
        } catch {
            guard error.status == .noCredential,
                let status = try? session.ask(.status, for: SigningDaemon.Status.self),
                let note = status.profiles.first(where: { $0.name == name.text })?.noteOnRefresh
            else { throw error }
            throw Failure(error.status, note)
        }
    }

    private func refreshable(_ session: inout Session) throws(Failure) -> [ProfileName] {
        let answer = try session.ask(.status, for: SigningDaemon.Status.self)
        let names = answer.profiles.filter(\.isRefreshable).compactMap { try? ProfileName($0.name) }
        if names.isEmpty { session.terminal.note("no profile has a source to refresh from") }
        return names
    }
}

/// `reload`: lets the daemon read its configuration.
package struct ReloadCommand: ProgramCommand {
    package static let command = Command(
        "reload", "Read the configuration again",
        details: ["A configuration with an error changes nothing; the error is shown."],
        examples: [Example("reload", "after a change in /etc/ossauthd")])

    package init(_ call: Call) {}

    package var socket: Socket { .admin }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        // The reload succeeded, even if not every profile is ready.
        try session.show(.reload, as: SigningDaemon.Status.self) { $0.text(of: $1) }
        return .done
    }
}
