internal import Bytes
internal import CommandLine
internal import Kernel
internal import OSSAuthClient
internal import Reaching

/// Presigns a list of any length: reads ahead, sends several requests at once, prints in the order of the list.
struct PresignRun: ~Copyable {
    /// The windows in progress, so that the daemon works while an answer is printed.
    private static let depth = 3
    /// The bytes before the first output: a shorter list is printed whole or not at all.
    private static let outputMark = 1_048_576

    /// The time before a note says that the daemon has not answered.
    private static let longestSilence: Int64 = 2_000_000_000

    private let terms: PresignTerms
    private let rows: SignedRows
    private let terminal: Terminal
    /// Whether it prints the time of each answer.
    private let isTraced: Bool
    private var source: PresignSource
    private var link: Link
    /// Read from the source, but not requested.
    private var pending: [ListedLocation] = []
    /// Requested and not printed yet, in the order of the list.
    private var windows: [PresignWindow] = []
    /// The number of printed windows, which is the number of the first of `windows`.
    private var printed = 0
    /// The requests without an answer, in the order of the answers.
    private var asked: [Part] = []
    /// The requests to send again, because a rate was used up.
    private var limited: [Part] = []
    /// When to send them, on the boot clock.
    private var pauseEnd: Int64 = 0
    /// When a rate was used up first since the last success.
    private var limitedSince: Int64?
    private var hasNotedPause = false
    private var hasNotedSilence = false
    private var lastNews = KernelClock.bootNanoseconds()
    private var output = ByteBuffer(capacity: 65_536)
    private var notes: [String] = []
    private var done = 0
    /// The lines of the list that could not be signed.
    private var leftOut = 0
    private var hasPrinted = false
    private var display: ProgressDisplay

    /// One request of a window.
    private struct Part {
        let window: Int
        let request: Int
        /// On the boot clock.
        var askedAt: Int64 = 0
    }

    init(
        _ list: LocationList, _ terms: PresignTerms, as rows: SignedRows, over link: consuming Link,
        on terminal: Terminal, isTraced: Bool
    ) {
        self.terms = terms
        self.rows = rows
        self.terminal = terminal
        self.isTraced = isTraced
        source = PresignSource(list)
        self.link = link
        display = ProgressDisplay(on: terminal)
    }

    /// Prints everything; throws at the first refusal, or at the end of a run that keeps going.
    mutating func run() throws(Failure) {
        do throws(Failure) {
            while try proceed() {}
            try print()
        } catch {
            display.clear()
            throw try end(with: error)
        }
        display.finish(done: done)
        for note in notes { terminal.note(note) }
        guard leftOut == 0 else {
            throw Failure(
                .refused, "\(leftOut) \(leftOut == 1 ? "line" : "lines") of the list could not be signed")
        }
    }
}

extension PresignRun {
    /// Does the next step; `false`: the run is complete.
    private mutating func proceed() throws(Failure) -> Bool {
        try fill()
        while isDue {
            try ask()
            try fill()
        }
        try askAgain()
        if windows.isEmpty {
            guard source.waits else { return false }
            try print()
        }
        let waiting = Link.Waiting(
            forInput: canAsk && source.waits, owedSince: asked.isEmpty ? nil : lastNews,
            wakes: min(display.due, resumeTime ?? .max, silenceTime ?? .max))
        if try link.wait(waiting).hasInput { source.isReady = true }
        try take()
        noteSilence()
        display.update(done: done, share: source.share(done: done), resumeTime: resumeTime)
        return true
    }

    private var resumeTime: Int64? { limited.isEmpty ? nil : pauseEnd }

    /// When to print the note about a silent daemon, if it is still due.
    private var silenceTime: Int64? {
        guard terminal.isErrorSeen, !hasNotedSilence, done == 0, !asked.isEmpty else { return nil }
        return lastNews + PresignRun.longestSilence
    }

    private mutating func noteSilence() {
        guard let silenceTime, KernelClock.bootNanoseconds() >= silenceTime else { return }
        hasNotedSilence = true
        display.clear()
        terminal.note("waiting for the daemon at \(link.path) …")
    }

    /// The place of a window in the list; `nil`: it is the only one.
    private func place(of window: Int) -> ClosedRange<Int>? {
        guard done > 0 || windows.count > 1 || !pending.isEmpty else { return nil }
        let before = windows[..<(window - printed)].reduce(done) { $0 + $1.count }
        return before + 1...before + windows[window - printed].count
    }

    private var canAsk: Bool { windows.count < PresignRun.depth && limited.isEmpty }

    private mutating func fill() throws(Failure) {
        while canAsk, pending.count < PresignWindow.size {
            var complaints: [UsageError] = []
            let location = try source.next { error throws(Failure) in
                guard terms.keepsGoing else { throw Failure(error) }
                complaints.append(error)
            }
            for complaint in complaints { leaveOut(complaint.description) }
            guard let location else { return }
            pending.append(location)
        }
    }

    /// Reports a line of the list that is not signed.
    private mutating func leaveOut(_ reason: String) {
        leftOut += 1
        display.clear()
        terminal.say(.error(reason))
    }

    /// Whether to request the pending locations: the window is full, the list has ended, or nothing else is in progress.
    private var isDue: Bool {
        guard canAsk, !pending.isEmpty else { return false }
        return pending.count == PresignWindow.size || source.hasEnded || windows.isEmpty
    }

    private mutating func ask() throws(Failure) {
        let window = PresignWindow(
            pending.map(\.location), lines: pending.compactMap(\.line), byType: terms.detectsType)
        pending.removeAll(keepingCapacity: true)
        windows.append(window)
        if let note = window.note, !notes.contains(note) { notes.append(note) }
        try ask((0..<window.requestCount).map { Part(window: printed + windows.count - 1, request: $0) })
    }

    private mutating func ask(_ parts: [Part]) throws(Failure) {
        let now = KernelClock.bootNanoseconds()
        if asked.isEmpty { lastNews = now }
        try link.ask(requests(of: parts))
        asked += parts.map { Part(window: $0.window, request: $0.request, askedAt: now) }
    }

    private func requests(of parts: [Part]) -> [DaemonRequest] {
        parts.map { windows[$0.window - printed].request($0.request, terms) }
    }

    /// Sends the requests again that a rate refused, after the announced time.
    private mutating func askAgain() throws(Failure) {
        guard let resumeTime, KernelClock.bootNanoseconds() >= resumeTime else { return }
        let parts = limited
        limited.removeAll()
        try ask(parts)
    }

    /// Reads answers; after a restart of the daemon, sends the open requests again.
    private mutating func take() throws(Failure) {
        guard try link.exchange() else { return try startAnew() }
        while let arrival = try link.next() {
            lastNews = KernelClock.bootNanoseconds()
            guard !asked.isEmpty else {
                throw Failure(.upstream, "the daemon sent an answer without a request")
            }
            let part = asked.removeFirst()
            if isTraced { trace(arrival, to: part) }
            try take(arrival, to: part)
        }
    }

    private mutating func trace(_ arrival: Arrival, to part: Part) {
        display.clear()
        let request = windows[part.window - printed].request(part.request, terms)
        terminal.trace(request, over: link.path, arrival.code, since: part.askedAt)
    }

    private mutating func take(_ arrival: Arrival, to part: Part) throws(Failure) {
        guard !pauses(for: arrival) else { return limited.append(part) }
        let index = part.window - printed
        guard arrival.code == 200 else { return try take(failureOf: arrival, part) }
        let answer = try link.read(arrival) { body throws(Failure) in
            try Failure.reading { () throws(DaemonError) in
                try windows[index].take(body, to: part.request)
            }
        }
        limitedSince = nil
        let isOne = windows[index].count == 1 && done == 0
        notes += SignedPage.notes(on: answer, isOne: isOne).filter { !notes.contains($0) }
        terminal.explain(SignedPage.explanation(of: answer, terminal.errorInk))
        try writeComplete()
    }

    /// Ends the run; or divides the request until only the refused locations are left out.
    private mutating func take(failureOf arrival: Arrival, _ part: Part) throws(Failure) {
        let (index, place) = (part.window - printed, place(of: part.window))
        let failure = try link.read(arrival) { body throws(Failure) in
            windows[index].failure(arrival.code, body, to: part.request, terms)
        }
        guard terms.keepsGoing, failure.status == .refused else {
            throw place.map { failure.among($0) } ?? failure
        }
        let rest = windows[index].divide(part.request)
        if rest.isEmpty {
            let line = windows[index].line(of: part.request)
            leaveOut((line.map { "line \($0) of standard input: " } ?? "") + failure.sentence)
        }
        try ask(rest.map { Part(window: part.window, request: $0) })
        try writeComplete()
    }

    /// Whether the run waits because the answer reports a used up rate.
    private mutating func pauses(for arrival: Arrival) -> Bool {
        guard arrival.code == 429, terms.waits, let seconds = arrival.retryAfter,
            let pause = RatePause(
                since: limitedSince, now: KernelClock.bootNanoseconds(), retryAfter: seconds)
        else { return false }
        limitedSince = pause.since
        pauseEnd = limited.isEmpty ? pause.end : max(pauseEnd, pause.end)
        if !hasNotedPause, !display.isWanted { terminal.note(pause.note) }
        hasNotedPause = true
        return true
    }

    private mutating func writeComplete() throws(Failure) {
        while let window = windows.first, window.isComplete {
            done += window.count
            printed += 1
            windows.removeFirst().write(as: rows, into: &output)
            if output.count >= PresignRun.outputMark { try print() }
        }
    }

    private mutating func startAnew() throws(Failure) {
        guard !asked.isEmpty else { return link.close() }
        try link.askAgain(requests(of: asked))
        lastNews = KernelClock.bootNanoseconds()
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
