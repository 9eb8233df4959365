internal import Bytes
package import CommandLine
internal import Kernel
internal import OSSAuthClient
internal import Reaching

/// `events`: prints the events until the output is closed.
package struct EventsCommand: ProgramCommand {
    package static let command = Command(
        "events", "Follow what happens to the profiles",
        details: [
            """
            Prints a line for each profile as it is now, then one for each rotation, failed refresh, expiry \
            and reload, until it is interrupted. It connects again after a restart of the daemon.
            """
        ],
        examples: [
            Example("events", "for people"),
            Example("events --json", "the events as the daemon sends them, one object per line"),
        ])

    package init(_ call: Call) {}

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        var page = EventPage()
        var stream = try EventsCommand.stream(of: session)
        while true {
            while let line = try Failure.asking(
                session.path, within: session.patience, stream.next())
            {
                try show(stream[line], on: &page, session)
            }
            guard !StandardStream.output.isOtherEndClosed else { return .done }
            session.terminal.say(.warning("the daemon went away; waiting for it"))
            guard let next = try nextStream(of: session) else { return .done }
            stream = next
        }
    }

    /// The pauses between attempts to connect again.
    private static let pauses: [Int64] = [100_000_000, 200_000_000, 500_000_000, 1_000_000_000]

    /// Connects until there is a daemon again; a refusal ends the command.
    ///
    /// `nil`: the output is closed.
    private func nextStream(of session: borrowing Session) throws(Failure) -> EventStream? {
        var attempt = 0
        while !StandardStream.output.isOtherEndClosed {
            let pauses = EventsCommand.pauses
            ThisProcess.pause(nanoseconds: pauses[min(attempt, pauses.count - 1)])
            attempt += 1
            do throws(Failure) {
                return try EventsCommand.stream(of: session)
            } catch {
                guard error.status == .unreachable else { throw error }
            }
        }
        return nil
    }

    private static func stream(of session: borrowing Session) throws(Failure) -> EventStream {
        let (path, patience) = (session.path, session.patience)
        var request = ByteBuffer(capacity: 256)
        DaemonRequest.watch.write(into: &request)
        var stream = try Failure.asking(
            path, within: patience, EventStream(to: path, request, patience: patience))
        let refusal = try Failure.asking(path, within: patience, stream.begin())
        if let refusal { throw Failure(refusal.code, refusal.body, to: .watch) }
        return stream
    }

    private func show(
        _ line: Span<UInt8>, on page: inout EventPage, _ session: borrowing Session
    ) throws(Failure) {
        guard line.count > 0 else { return }
        let event = try DaemonEvent(reading: line)
        if session.printsJSON {
            var output = ByteBuffer(capacity: line.count + 1)
            output.append(jsonLine: String(copying: line))
            return try session.terminal.print(output.span)
        }
        let lines = page.lines(of: event, at: .now, columns: session.terminal.width)
        try session.terminal.print(lines.map { $0.text(session.terminal.ink) + "\n" }.joined())
    }
}
