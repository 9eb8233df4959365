internal import Bytes
internal import Commands
internal import JSON
internal import Kernel
internal import Layout

extension Session {
    /// How long to wait between two attempts to find the daemon again.
    private static let pauses: [Int64] = [100_000_000, 200_000_000, 500_000_000, 1_000_000_000]

    /// `watch`: the events, for as long as somebody reads them.
    func followEvents() throws(Failure) -> ExitStatus {
        var page = EventPage()
        var stream = try begunStream()
        while true {
            while let line = try stream.next() { try show(stream[line], on: &page) }
            guard !StandardStream.output.isDeserted else { return .done }
            terminal.say(.warning("the daemon went away; waiting for it"))
            guard let next = try nextStream() else { return .done }
            stream = next
        }
    }

    /// Asks for the events until there is a daemon again; one that refuses them is not asked twice.
    ///
    /// `nil`: nobody reads the output any more.
    private func nextStream() throws(Failure) -> EventStream? {
        var attempt = 0
        while !StandardStream.output.isDeserted {
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
        var stream = try EventStream(to: path, patience: patience)
        try stream.begin()
        return stream
    }

    private func show(_ line: Span<UInt8>, on page: inout EventPage) throws(Failure) {
        guard line.count > 0 else { return }
        let event = try WatchedEvent(reading: line)
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
