internal import CommandLine
internal import OSSAuthClient
internal import Reaching

extension Command {
    static let refresh = Command(
        "refresh", "Fetch new tokens now",
        details: [
            """
            Answers when it is done. A failed refresh ends with 5 while the old token still signs, and \
            with 4 when nothing does.
            """
        ],
        arguments: [
            Argument(
                "PROFILE", "The profile; none: all that have a source to ask.", count: .any,
                completedBy: .profiles)
        ],
        examples: [Example("refresh", "all profiles"), Example("refresh uploads backup", "these two")])

    static let reload = Command(
        "reload", "Read the configuration again",
        details: ["A configuration with an error changes nothing; the error is shown."],
        examples: [Example("reload", "after a change in /etc/ossauthd")])
}

extension Session {
    /// Refreshes all profiles, even after a failure; ends with the status of the first failure.
    mutating func refresh(_ named: [ProfileName]) throws(Failure) -> ExitStatus {
        var status = ExitStatus.done
        var refreshed: [SigningDaemon.Profile] = []
        let names = named.isEmpty ? try refreshable() : named
        for name in names {
            do throws(Failure) {
                refreshed.append(try refresh(name))
            } catch {
                guard error.status != .unreachable else { throw error }
                terminal.say(
                    .error(names.count > 1 ? "\(name.text): \(error.sentence)" : error.sentence))
                if status == .done { status = error.status }
            }
        }
        if !printsJSON, !refreshed.isEmpty { try terminal.print(page.text(of: refreshed)) }
        return status
    }

    private mutating func refresh(_ name: ProfileName) throws(Failure) -> SigningDaemon.Profile {
        let reply = try askToRefresh(name)
        if printsJSON { try printJSON(reply) }
        let status = try SigningDaemon.Profile(reading: reply.body)
        if let note = status.noteOnRefresh { terminal.note(note) }
        return status
    }

    /// A refresh that is not possible fails with the reason, not with the state of the profile.
    private mutating func askToRefresh(_ name: ProfileName) throws(Failure) -> Reply {
        do throws(Failure) {
            return try ask(.refresh(profile: name.text))
        } catch {
            guard error.status == .noCredential,
                let status = try? ask(.status, for: SigningDaemon.Status.self),
                let note = status.profiles.first(where: { $0.name == name.text })?.noteOnRefresh
            else { throw error }
            throw Failure(error.status, note)
        }
    }

    private mutating func refreshable() throws(Failure) -> [ProfileName] {
        let answer = try ask(.status, for: SigningDaemon.Status.self)
        let names = answer.profiles.filter(\.isRefreshable).compactMap { try? ProfileName($0.name) }
        if names.isEmpty { terminal.note("no profile has a source to refresh from") }
        return names
    }
}
