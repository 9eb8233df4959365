internal import Bytes
internal import CommandLine
internal import Kernel
internal import OSSAuthClient
internal import Reaching

extension Command {
    static let events = Command(
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
}

extension Session {
    /// The pauses between attempts to connect again.
    private static let pauses: [Int64] = [100_000_000, 200_000_000, 500_000_000, 1_000_000_000]

    /// `events`: prints the events until the output is closed.
    func followEvents() throws(Failure) -> ExitStatus {
        var page = EventPage()
        var stream = try begunStream()
        while true {
            while let line = try nextLine(of: &stream) { try show(stream[line], on: &page) }
            guard !StandardStream.output.isOtherEndClosed else { return .done }
            terminal.say(.warning("the daemon went away; waiting for it"))
            guard let next = try nextStream() else { return .done }
            stream = next
        }
    }

    /// Connects until there is a daemon again; a refusal ends the command.
    ///
    /// `nil`: the output is closed.
    private func nextStream() throws(Failure) -> EventStream? {
        var attempt = 0
        while !StandardStream.output.isOtherEndClosed {
            ThisProcess.pause(nanoseconds: Session.pauses[min(attempt, Session.pauses.count - 1)])
            attempt += 1
            do throws(Failure) {
                return try begunStream()
            } catch {
                guard error.status == .unreachable else { throw error }
            }
        }
        return nil
    }

    private func begunStream() throws(Failure) -> EventStream {
        let path = path
        let patience = patience
        var request = ByteBuffer(capacity: 256)
        DaemonRequest.watch.write(into: &request)
        var stream = try Failure.asking(path, within: patience) { () throws(ReachingError) in
            try EventStream(to: path, request, patience: patience)
        }
        let refusal = try Failure.asking(path, within: patience) { () throws(ReachingError) in
            try stream.begin()
        }
        if let refusal { throw Failure(refusal.code, refusal.body, to: .watch) }
        return stream
    }

    private func nextLine(of stream: inout EventStream) throws(Failure) -> Range<Int>? {
        try Failure.asking(path, within: patience) { () throws(ReachingError) in try stream.next() }
    }

    private func show(_ line: Span<UInt8>, on page: inout EventPage) throws(Failure) {
        guard line.count > 0 else { return }
        let event = try DaemonEvent(reading: line)
        if printsJSON {
            var output = ByteBuffer(capacity: line.count + 1)
            output.append(jsonLine: String(copying: line))
            return try terminal.print(output.span)
        }
        let columns = terminal.isSeen ? terminal.columns(of: .output) : nil
        let lines = page.lines(of: event, at: .now, columns: columns)
        try terminal.print(lines.map { $0.text(terminal.ink) + "\n" }.joined())
    }
}
