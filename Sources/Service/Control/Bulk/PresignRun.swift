internal import Bytes
internal import Commands
internal import Kernel

/// Presigns a list of any length: reads ahead a little, asks for several parts of it at once, prints in its order.
struct PresignRun: ~Copyable {
    /// So that the daemon has something to do while an answer is printed.
    private static let depth = 3
    /// A short list is printed whole or not at all.
    private static let outputMark = 1_048_576

    private let terms: PresignTerms
    private let rows: SignedRows
    private let terminal: Terminal
    private var source: PresignSource
    private var link: Link
    /// Taken from the source, but not asked for.
    private var pending: [ObjectLocation] = []
    /// Asked for, in their order.
    private var windows: [PresignWindow] = []
    private var lastNews = KernelClock.bootNanoseconds()
    private var output = ByteBuffer(capacity: 65_536)
    private var notes: [String] = []
    private var done = 0
    private var hasPrinted = false
    private var display: ProgressDisplay

    init(
        _ list: LocationList, _ terms: PresignTerms, as rows: SignedRows, over link: consuming Link,
        on terminal: Terminal
    ) {
        self.terms = terms
        self.rows = rows
        self.terminal = terminal
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
        if windows.isEmpty {
            guard source.waits else { return false }
            try print()
        }
        let waiting = Link.Waiting(
            forInput: canAsk && source.waits, owedSince: windows.isEmpty ? nil : lastNews, wakes: display.due)
        if try link.wait(waiting).hasInput { source.isReady = true }
        try take()
        display.update(done: done, share: source.share(done: done))
        return true
    }

    /// Where in the list the next answer belongs, where the list has more than one part.
    private var place: ClosedRange<Int>? {
        guard let first = windows.first, done > 0 || windows.count > 1 || !pending.isEmpty else { return nil }
        return done + 1...done + first.count
    }

    private var canAsk: Bool { windows.count < PresignRun.depth }

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
        if windows.isEmpty { lastNews = KernelClock.bootNanoseconds() }
        let window = PresignWindow(pending)
        pending.removeAll(keepingCapacity: true)
        try link.ask(window.requests(terms))
        windows.append(window)
    }
}

extension PresignRun {
    /// Takes the answers that have come; where the daemon went away, asks its successor.
    private mutating func take() throws(Failure) {
        guard try link.exchange() else { return try startAnew() }
        while let arrival = try link.next() {
            lastNews = KernelClock.bootNanoseconds()
            try take(arrival)
        }
    }

    private mutating func take(_ arrival: Arrival) throws(Failure) {
        guard !windows.isEmpty else { throw Failure(.upstream, "the daemon answers what nobody asked") }
        let place = place
        let answer = try link.read(arrival) { body throws(Failure) in
            guard arrival.code == 200 else {
                let failure = windows[0].failure(arrival.code, body, to: terms)
                throw place.map { failure.among($0) } ?? failure
            }
            return try Failure.reading { () throws(AnswerError) in try windows[0].take(body) }
        }
        let found = SignedPage.notes(on: answer, isOne: windows[0].count == 1 && done == 0)
        notes += found.filter { !notes.contains($0) }
        terminal.explain(SignedPage.explanation(of: answer, terminal.errorInk))
        guard windows[0].isComplete else { return }
        if done == 0 { rows.writeHeading(into: &output) }
        done += windows[0].count
        windows.removeFirst().write(as: rows, into: &output)
        if output.count >= PresignRun.outputMark { try print() }
    }

    private mutating func startAnew() throws(Failure) {
        guard !windows.isEmpty else { return link.close() }
        for index in windows.indices { windows[index].forgetAnswers() }
        try link.askAgain(windows.flatMap { $0.requests(terms) })
        lastNews = KernelClock.bootNanoseconds()
    }

    private mutating func print() throws(Failure) {
        guard !output.isEmpty else { return }
        try terminal.print(output.span)
        output.removeAll()
        hasPrinted = true
    }

    /// Where a part of a long list is printed already and the daemon is gone, says where to go on.
    private mutating func end(with error: Failure) throws(Failure) -> Failure {
        guard hasPrinted, error.status == .unreachable else { return error }
        try print()
        return error.after(done)
    }
}
