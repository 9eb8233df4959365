internal import Bytes
internal import Commands
internal import Kernel

/// Presigns a list of any length: reads ahead a little, asks for several parts of it at once, prints in its order.
struct PresignRun: ~Copyable {
    /// So that the daemon has something to do while an answer is printed.
    private static let depth = 3
    /// A short list is printed whole or not at all.
    private static let outputMark = 1_048_576

    /// How long a person waits for the first answer without a note.
    private static let longestSilence: Int64 = 2_000_000_000

    private let terms: PresignTerms
    private let rows: SignedRows
    private let terminal: Terminal
    /// Whether a note says how long each answer takes.
    private let isTraced: Bool
    private var source: PresignSource
    private var link: Link
    /// Taken from the source, but not asked for.
    private var pending: [ObjectLocation] = []
    /// Asked for and not printed yet, in the order of the list.
    private var windows: [PresignWindow] = []
    /// How many windows are printed: the number of the first of `windows`.
    private var printed = 0
    /// The requests whose answers are due, in the order in which they come.
    private var asked: [Part] = []
    /// The requests to ask again, because a rate was used up.
    private var limited: [Part] = []
    /// When to ask these, on the boot clock.
    private var pauseEnd: Int64 = 0
    /// When a rate was used up first since the last success.
    private var limitedSince: Int64?
    private var hasNotedPause = false
    private var hasNotedSilence = false
    private var lastNews = KernelClock.bootNanoseconds()
    private var output = ByteBuffer(capacity: 65_536)
    private var notes: [String] = []
    private var done = 0
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

    /// Prints everything, or throws at the first that is refused.
    mutating func run() throws(Failure) {
        do throws(Failure) {
            while try proceed() {}
            if done == 0 { rows.writeHeading(into: &output) }
            try print()
        } catch {
            display.clear()
            throw try end(with: error)
        }
        display.finish(done: done)
        for note in notes { terminal.note(note) }
    }
}

extension PresignRun {
    /// Whether there is more to do.
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

    /// When to say that the daemon is waited for, if that is still to be said.
    private var silenceTime: Int64? {
        guard terminal.isErrorSeen, !hasNotedSilence, done == 0, !asked.isEmpty else { return nil }
        return lastNews + PresignRun.longestSilence
    }

    private mutating func noteSilence() {
        guard let silenceTime, KernelClock.bootNanoseconds() >= silenceTime else { return }
        hasNotedSilence = true
        display.clear()
        terminal.noteWaiting(for: link.path)
    }

    /// Where in the list a window belongs, where the list has more than one.
    private func place(of window: Int) -> ClosedRange<Int>? {
        guard done > 0 || windows.count > 1 || !pending.isEmpty else { return nil }
        let before = windows[..<(window - printed)].reduce(done) { $0 + $1.count }
        return before + 1...before + windows[window - printed].count
    }

    private var canAsk: Bool { windows.count < PresignRun.depth && limited.isEmpty }

    private mutating func fill() throws(Failure) {
        while canAsk, pending.count < PresignWindow.size, let location = try source.next() {
            pending.append(location)
        }
    }

    /// A part is asked for when it is whole, when nothing more comes, and rather than do nothing.
    private var isDue: Bool {
        guard canAsk, !pending.isEmpty else { return false }
        return pending.count == PresignWindow.size || source.hasEnded || windows.isEmpty
    }

    private mutating func ask() throws(Failure) {
        let window = PresignWindow(pending)
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

    private func requests(of parts: [Part]) -> [APIRequest] {
        parts.map { windows[$0.window - printed].request($0.request, terms) }
    }

    /// Asks for what a rate refused, when the announced time is over.
    private mutating func askAgain() throws(Failure) {
        guard let resumeTime, KernelClock.bootNanoseconds() >= resumeTime else { return }
        let parts = limited
        limited.removeAll()
        try ask(parts)
    }
}

extension PresignRun {
    /// Takes the answers that have come; where the daemon went away, asks its successor.
    private mutating func take() throws(Failure) {
        guard try link.exchange() else { return try startAnew() }
        while let arrival = try link.next() {
            lastNews = KernelClock.bootNanoseconds()
            guard !asked.isEmpty else { throw Failure(.upstream, "the daemon answers what nobody asked") }
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
        let (index, place) = (part.window - printed, place(of: part.window))
        let answer = try link.read(arrival) { body throws(Failure) in
            guard arrival.code == 200 else {
                let failure = windows[index].failure(arrival.code, body, to: part.request, terms)
                throw place.map { failure.among($0) } ?? failure
            }
            return try Failure.reading { () throws(AnswerError) in
                try windows[index].take(body, to: part.request)
            }
        }
        limitedSince = nil
        let isOne = windows[index].count == 1 && done == 0
        notes += SignedPage.notes(on: answer, isOne: isOne).filter { !notes.contains($0) }
        terminal.explain(SignedPage.explanation(of: answer, terminal.errorInk))
        try writeComplete()
    }

    /// Whether the answer says that a rate is used up, which this run waits for.
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
            if done == 0 { rows.writeHeading(into: &output) }
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

    /// Where a part of a long list is printed already and the daemon is gone or a rate used up, says where to go on.
    private mutating func end(with error: Failure) throws(Failure) -> Failure {
        guard hasPrinted, error.status == .unreachable || error.status == .limited else { return error }
        try print()
        // A limit names the part of the list that it refused.
        return error.status == .unreachable ? error.after(done) : error
    }
}
