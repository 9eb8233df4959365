internal import Bytes
internal import CommandLine
internal import Kernel
internal import OSSAuthClient
internal import Reaching

/// Presigns a list of any length: sends a request at a time, and prints its answer while the daemon makes the next one.
struct PresignRun: ~Copyable {
    /// The bytes before the first output: a shorter list is printed whole or not at all.
    private static let outputMark = 1_048_576

    private let terms: PresignTerms
    private let rows: SignedRows
    private let terminal: Terminal
    /// Whether it prints the time of each answer.
    private let isTraced: Bool
    private var source: PresignSource
    private var connection: PresignConnection
    /// Requested and not printed yet, in the order of the list.
    private var windows: [PresignWindow] = []
    /// The number of printed windows, which is the number of the first of `windows`.
    private var printed = 0
    /// The requests to send.
    private var queue: [Part] = []
    private var unread: Unread?
    /// When a rate was used up first since the last success.
    private var limitedSince: Int64?
    private var hasNotedPause = false
    private var output = ByteBuffer(capacity: 65_536)
    private var notes: [String] = []
    private var done = 0
    /// The lines of the list that could not be signed.
    private var leftOut = 0
    private var hasPrinted = false
    private let display: ProgressDisplay

    /// One request of a window.
    private struct Part {
        let window: Int
        let request: Int
    }

    /// A successful answer that was received, but not read.
    private struct Unread: ~Copyable {
        let part: Part
        let reply: Reply
    }

    init(
        _ list: LocationList, _ terms: PresignTerms, as rows: SignedRows,
        over connection: consuming PresignConnection, on terminal: Terminal, isTraced: Bool
    ) {
        self.terms = terms
        self.rows = rows
        self.terminal = terminal
        self.isTraced = isTraced
        source = PresignSource(list)
        display = ProgressDisplay(on: terminal, waitingFor: connection.path)
        self.connection = connection
    }

    /// Prints everything; throws at the first refusal, or at the end of a run that keeps going.
    mutating func run() throws(Failure) {
        do throws(Failure) {
            while let part = try nextPart() { try sign(part) }
            try readAnswer()
            try print()
        } catch {
            display.clear()
            throw try end(with: error)
        }
        display.finish()
        for note in notes { terminal.note(note) }
        guard leftOut == 0 else {
            throw Failure(
                .refused, "\(leftOut) \(leftOut == 1 ? "line" : "lines") of the list could not be signed")
        }
    }
}

// The requests.
extension PresignRun {
    /// The next request; `nil`: all were sent.
    private mutating func nextPart() throws(Failure) -> Part? {
        if queue.isEmpty {
            var locations = try nextLocations(waits: false)
            if locations.isEmpty {
                // The wait for more may be long.
                try readAnswer()
                try print()
                locations = try nextLocations(waits: true)
            }
            guard !locations.isEmpty else { return nil }
            open(PresignWindow(locations, byType: terms.detectsType))
        }
        return queue.removeFirst()
    }

    private mutating func open(_ window: PresignWindow) {
        queue = (0..<window.requestCount).map { Part(window: printed + windows.count, request: $0) }
        windows.append(window)
        if let note = window.note, !notes.contains(note) { notes.append(note) }
        display.note(done: done, share: source.share(done: done))
    }

    /// The locations that can be read without a wait, or with one for the first.
    private mutating func nextLocations(waits: Bool) throws(Failure) -> [ListedLocation] {
        var locations: [ListedLocation] = []
        while locations.count < PresignWindow.size {
            var complaints: [UsageError] = []
            let location = try source.next(waits: waits && locations.isEmpty) { error throws(Failure) in
                guard terms.keepsGoing else { throw Failure(error) }
                complaints.append(error)
            }
            for complaint in complaints { leaveOut(complaint.description) }
            guard let location else { break }
            locations.append(location)
        }
        return locations
    }

    /// Sends a request, reads the answer before it meanwhile, and waits for its own.
    private mutating func sign(_ part: Part) throws(Failure) {
        let request = windows[part.window - printed].request(part.request, terms)
        var start = KernelClock.bootNanoseconds()
        try connection.send(request)
        try readAnswer()
        while true {
            let reply = try connection.answer(to: request) { [display] in display.update() }
            if isTraced {
                display.clear()
                terminal.trace(request, over: connection.path, reply.code, since: start)
            }
            guard let pause = pause(after: reply) else { return try take(reply, to: part) }
            display.wait(until: pause.end)
            start = KernelClock.bootNanoseconds()
            try connection.send(request)
        }
    }

    /// The wait for a rate that the answer reports as used up; `nil`: it reports none, or the run does not wait.
    private mutating func pause(after reply: borrowing Reply) -> RatePause? {
        guard reply.code == 429, terms.waits, let seconds = reply.retryAfter,
            let pause = RatePause(
                since: limitedSince, now: KernelClock.bootNanoseconds(), retryAfter: seconds)
        else { return nil }
        limitedSince = pause.since
        if !hasNotedPause, !display.isWanted { terminal.note(pause.note) }
        hasNotedPause = true
        return pause
    }
}

// The answers.
extension PresignRun {
    private mutating func take(_ reply: consuming Reply, to part: Part) throws(Failure) {
        guard reply.code == 200 else { return try take(failure: reply, of: part) }
        limitedSince = nil
        unread = Unread(part: part, reply: reply)
    }

    /// Reads the last answer, and prints the windows that are complete with it.
    private mutating func readAnswer() throws(Failure) {
        guard let unread = unread.take() else { return }
        let index = unread.part.window - printed
        let answer = try Failure.reading { () throws(DaemonError) in
            try windows[index].take(unread.reply.body, to: unread.part.request)
        }
        let isOne = windows[index].count == 1 && done == 0
        notes += SignedPage.notes(on: answer, isOne: isOne).filter { !notes.contains($0) }
        terminal.explain(SignedPage.explanation(of: answer, terminal.errorInk))
        try writeComplete()
    }

    /// Ends the run; or divides the request until only the refused locations are left out.
    private mutating func take(failure reply: borrowing Reply, of part: Part) throws(Failure) {
        let (index, place) = (part.window - printed, place(of: part.window))
        let failure = windows[index].failure(reply.code, reply.body, to: part.request, terms)
        guard terms.keepsGoing, failure.status == .refused else {
            throw place.map { failure.among($0) } ?? failure
        }
        let rest = windows[index].divide(part.request)
        if rest.isEmpty {
            let line = windows[index].line(of: part.request)
            leaveOut((line.map { "line \($0) of standard input: " } ?? "") + failure.sentence)
        }
        queue = rest.map { Part(window: part.window, request: $0) } + queue
        try writeComplete()
    }

    /// The place of a window in the list; `nil`: it is the only one.
    private func place(of window: Int) -> ClosedRange<Int>? {
        guard done > 0 || windows.count > 1 || source.hasMore else { return nil }
        let before = windows[..<(window - printed)].reduce(done) { $0 + $1.count }
        return before + 1...before + windows[window - printed].count
    }

    /// Reports a line of the list that is not signed.
    private mutating func leaveOut(_ reason: String) {
        leftOut += 1
        display.clear()
        terminal.say(.error(reason))
    }

    private mutating func writeComplete() throws(Failure) {
        while let window = windows.first, window.isComplete {
            done += window.count
            printed += 1
            windows.removeFirst().write(as: rows, into: &output)
            if output.count >= PresignRun.outputMark { try print() }
        }
        display.note(done: done, share: source.share(done: done))
    }

    private mutating func print() throws(Failure) {
        guard !output.isEmpty else { return }
        try terminal.print(output.span)
        output.removeAll()
        hasPrinted = true
    }

    /// The failure with the place to continue, where a part of a long list is printed already.
    private mutating func end(with error: Failure) throws(Failure) -> Failure {
        guard hasPrinted, error.status == .unreachable || error.status == .limited else { return error }
        try print()
        // The failure of a limit contains its place in the list.
        return error.status == .unreachable ? error.after(done) : error
    }
}
