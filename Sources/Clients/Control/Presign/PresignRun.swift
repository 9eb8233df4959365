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
    /// The parts to request, in the order of the list.
    private var queue: [PresignPart] = []
    /// The first location of the part behind those.
    private var next: ListedLocation?
    /// Whether the first part is the whole list, as far as it is known.
    private var isWhole = false
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
    /// The note of a run that has no answer yet.
    private var silence: SilenceNote?

    /// A successful answer that was received, but not read.
    private struct Unread: ~Copyable {
        let part: PresignPart
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
        silence = SilenceNote(on: connection.path, terminal)
        self.connection = connection
    }

    /// Prints everything; throws at the first refusal, or at the end of a run that keeps going.
    mutating func run() throws(Failure) {
        do throws(Failure) {
            while let part = try nextPart() { try sign(part) }
            try readAnswer()
            try print()
        } catch {
            throw try end(with: error)
        }
        for note in notes { terminal.note(note) }
        guard leftOut == 0 else {
            throw Failure(
                .refused, "\(leftOut) \(leftOut == 1 ? "line" : "lines") of the list could not be signed")
        }
    }
}

// The requests.
extension PresignRun {
    /// The next part; `nil`: all were requested.
    private mutating func nextPart() throws(Failure) -> PresignPart? {
        guard queue.isEmpty else { return queue.removeFirst() }
        guard let first = try firstOfPart() else { return nil }
        var part = PresignPart(first, start: source.count - 1)
        while let location = try nextLocation(waits: false) {
            guard part.add(location, byType: terms.detectsType) else {
                next = location
                break
            }
        }
        isWhole = part.start == 0 && next == nil && !source.hasMore
        if let note = part.note, !notes.contains(note) { notes.append(note) }
        return part
    }

    private mutating func firstOfPart() throws(Failure) -> ListedLocation? {
        if let next = next.take() { return next }
        if let location = try nextLocation(waits: false) { return location }
        // The wait for more may be long.
        try readAnswer()
        try print()
        return try nextLocation(waits: true)
    }

    /// The next location, if it can be read without a wait, or with one.
    private mutating func nextLocation(waits: Bool) throws(Failure) -> ListedLocation? {
        var complaints: [UsageError] = []
        let location = try source.next(waits: waits) { error throws(Failure) in
            guard terms.keepsGoing else { throw Failure(error) }
            complaints.append(error)
        }
        for complaint in complaints { leaveOut(complaint.description) }
        return location
    }

    /// Sends a request, reads the answer before it meanwhile, and waits for its own.
    private mutating func sign(_ part: PresignPart) throws(Failure) {
        let request = part.request(terms)
        var start = KernelClock.bootNanoseconds()
        try connection.send(request)
        try readAnswer()
        while true {
            var silence = silence.take()
            let reply = try connection.answer(to: request) { silence?.check() ?? .max }
            if isTraced { terminal.trace(request, over: connection.path, reply.code, since: start) }
            guard let pause = pause(after: reply) else { return try take(reply, to: part) }
            ThisProcess.pause(nanoseconds: max(pause.end - KernelClock.bootNanoseconds(), 0))
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
        if !hasNotedPause { terminal.note(pause.note) }
        hasNotedPause = true
        return pause
    }
}

// The answers.
extension PresignRun {
    private mutating func take(_ reply: consuming Reply, to part: PresignPart) throws(Failure) {
        guard reply.code == 200 else { return try take(failure: reply, of: part) }
        limitedSince = nil
        unread = Unread(part: part, reply: reply)
    }

    /// Reads the last answer.
    private mutating func readAnswer() throws(Failure) {
        guard let unread = unread.take() else { return }
        let answer = try Failure.reading(SignedAnswer(unread.reply.body, count: unread.part.count))
        let isOne = isWhole && unread.part.count == 1
        notes += SignedPage.notes(on: answer, isOne: isOne).filter { !notes.contains($0) }
        terminal.explain(SignedPage.explanation(of: answer, terminal.errorInk))
        unread.part.write(answer, as: rows, into: &output)
        if output.count >= PresignRun.outputMark { try print() }
        done += unread.part.count
    }

    /// Ends the run; or divides the part until only the refused locations are left out.
    private mutating func take(failure reply: borrowing Reply, of part: PresignPart) throws(Failure) {
        let failure = part.failure(reply.code, reply.body, terms)
        guard terms.keepsGoing, failure.status == .refused else {
            let namesAll = isWhole || part.count == 1
            throw namesAll ? failure : failure.among(part.start + 1...part.start + part.count)
        }
        if let halves = part.halves {
            queue = halves + queue
        } else {
            leaveOut((part.line.map { "line \($0) of standard input: " } ?? "") + failure.sentence)
            done += part.count
        }
    }

    /// Reports a line of the list that is not signed.
    private mutating func leaveOut(_ reason: String) {
        leftOut += 1
        terminal.say(.error(reason))
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

/// The wait of `presign` for a rate; all times are nanoseconds of the boot clock.
package struct RatePause: Equatable, Sendable {
    /// With a slow rate, the 1,000 keys of one request may take this long.
    private static let longest: Int64 = 3_600_000_000_000

    /// When a rate was used up first since the last grant.
    package let since: Int64
    /// When to send the request again.
    package let end: Int64
    private let seconds: Int

    /// `nil`: the announced time is too long to wait.
    package init?(since: Int64?, now: Int64, retryAfter seconds: Int) {
        self.since = since ?? now
        self.seconds = min(max(seconds, 1), 86_400)
        end = now + Int64(self.seconds) * 1_000_000_000
        guard end - self.since <= RatePause.longest else { return nil }
    }

    package var note: String { "rate limited; resuming in \(seconds) s; --no-wait ends instead" }
}
