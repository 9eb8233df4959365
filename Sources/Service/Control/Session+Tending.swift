internal import Bytes
internal import CommandLine
internal import Commands
internal import Kernel
internal import Reaching

extension Session {
    /// `status` and `reload` answer alike.
    mutating func showStatus(after request: APIRequest) throws(Failure) -> ExitStatus {
        let reply = try ask(request)
        let answer = try StatusAnswer(reading: reply.body)
        try show(reply, else: format == .csv ? answer.table.csv : page.text(of: answer))
        return answer.isReady ? .done : .noCredential
    }

    mutating func profiles() throws(Failure) -> [String] {
        try ask(.status, for: StatusAnswer.self).profiles.map(\.name)
    }

    mutating func showProfiles() throws(Failure) {
        let reply = try ask(.status)
        let answer = try StatusAnswer(reading: reply.body)
        let names = SignedPage.lines(answer.profiles.map(\.name))
        try show(reply, else: format == .csv ? answer.table.csv : names)
    }

    mutating func forgetCredentials(of profile: ProfileName) throws(Failure) {
        let reply = try ask(.forgetCredentials(profile))
        let status = try ProfileStatus(reading: reply.body)
        try show(reply, else: page.text(of: [status]))
    }

    mutating func setCredentials(of profile: ProfileName, from file: String?) throws(Failure) {
        let token = try TokenInput.read(file)
        let reply = try ask(.setCredentials(profile), body: token.span)
        let status = try ProfileStatus(reading: reply.body)
        try show(reply, else: page.text(of: [status]))
    }

    /// Refreshes them all, whatever becomes of one; ends as the first that failed.
    mutating func refresh(_ named: [ProfileName]) throws(Failure) -> ExitStatus {
        var status = ExitStatus.done
        var refreshed: [ProfileStatus] = []
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

    private mutating func refresh(_ name: ProfileName) throws(Failure) -> ProfileStatus {
        let reply = try askToRefresh(name)
        if printsJSON { try printJSON(reply) }
        let status = try ProfileStatus(reading: reply.body)
        if let note = status.noteOnRefresh { terminal.note(note) }
        return status
    }

    /// A refresh that cannot succeed fails with the reason why, and not with what the profile lacks.
    private mutating func askToRefresh(_ name: ProfileName) throws(Failure) -> Reply {
        do throws(Failure) {
            return try ask(.refresh(name))
        } catch {
            guard error.status == .noCredential, let status = try? ask(.status, for: StatusAnswer.self),
                let note = status.profiles.first(where: { $0.name == name.text })?.noteOnRefresh
            else { throw error }
            throw Failure(error.status, note)
        }
    }

    private mutating func refreshable() throws(Failure) -> [ProfileName] {
        let answer = try ask(.status, for: StatusAnswer.self)
        let names = answer.profiles.filter(\.isRefreshable).compactMap { try? ProfileName($0.name) }
        if names.isEmpty { terminal.note("no profile has a source to refresh from") }
        return names
    }

    var page: StatusPage {
        StatusPage(at: .now, terminal.ink, terminal.glyphs, columns: terminal.width)
    }
}
