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
    /// The locations on the command line that were not requested yet.
    private var arguments: ArraySlice<ObjectLocation>
    private var reader: LocationReader
    /// Whether the reader has the whole list, if there is one.
    private var hasList: Bool
    private var connection: PresignConnection
    /// The parts to request, in the order of the list.
    private var queue: [PresignPart] = []
    /// The first location of the part behind those.
    private var next: ObjectLocation?
    /// The locations that were read.
    private var read = 0
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
        arguments = list.arguments[...]
        reader = LocationReader(list.form ?? LocationForm())
        hasList = list.form == nil
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
        var part = PresignPart(locations: [first], start: read - 1)
        while let location = try nextLocation(waits: false) {
            guard part.add(location, byType: terms.detectsType) else {
                next = location
                break
            }
        }
        isWhole = part.start == 0 && next == nil && arguments.isEmpty && reader.unusedCount == 0
        if let note = SignedPage.note(on: part.locations), !notes.contains(note) { notes.append(note) }
        return part
    }

    private mutating func firstOfPart() throws(Failure) -> ObjectLocation? {
        if let next = next.take() { return next }
        if let location = try nextLocation(waits: false) { return location }
        // The wait for more may be long.
        try readAnswer()
        try print()
        return try nextLocation(waits: true)
    }

    /// The next location; `nil`: there is none, or none yet unless it `waits`.
    private mutating func nextLocation(waits: Bool) throws(Failure) -> ObjectLocation? {
        while true {
            do throws(UsageError) {
                var location = arguments.popFirst()
                if location == nil { location = try reader.next(isLast: hasList) }
                if let location {
                    read += 1
                    return location
                }
            } catch {
                guard terms.keepsGoing else { throw Failure(error) }
                leaveOut(error.description)
                continue
            }
            guard !hasList, waits || StandardStream.input.hasInput else { return nil }
            hasList =
                try Failure.saying(
                    "the list cannot be read",
                    reader.fill { bytes throws(SystemError) in
                        try StandardStream.input.receive(into: &bytes, atMost: 65_536)
                    }) == 0
        }
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
        rows.write(unread.part.locations, answer, into: &output)
        if output.count >= PresignRun.outputMark { try print() }
        done += unread.part.count
    }

    /// Ends the run; or divides the part until only the refused locations are left out.
    private mutating func take(failure reply: borrowing Reply, of part: PresignPart) throws(Failure) {
        let failure = Failure(reply.code, reply.body, to: part.request(terms)).naming(part)
        guard terms.keepsGoing, failure.status == .refused else {
            let namesAll = isWhole || part.count == 1
            throw namesAll ? failure : failure.among(part.start + 1...part.start + part.count)
        }
        if let halves = part.halves {
            queue = halves + queue
        } else {
            leaveOut((part.first.line.map { "line \($0) of standard input: " } ?? "") + failure.sentence)
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

extension Failure {
    /// The same, with its place in a long list.
    fileprivate func among(_ places: ClosedRange<Int>) -> Failure {
        Failure(
            status,
            "\(sentence) (among the URLs \(Figures.grouped(places.lowerBound)) to "
                + "\(Figures.grouped(places.upperBound)) of the list)")
    }

    /// The same, behind the printed part of a long list.
    fileprivate func after(_ count: Int) -> Failure {
        Failure(status, "\(sentence) (printed so far: \(Figures.grouped(count)) of the list)")
    }

    /// The same with the OSS-URL that it is about, or with the bucket where several share it.
    ///
    /// The daemon names the index of a key in the request, which the user did not write.
    fileprivate func naming(_ part: PresignPart) -> Failure {
        guard part.count > 1 else {
            return Failure(status, "\(part.first.text.shortened(to: 80)): \(sentence)")
        }
        for (index, location) in part.locations.enumerated() where sentence.holds("keys[\(index)]") {
            return Failure(
                status, sentence.exchanging("keys[\(index)]", for: location.text.shortened(to: 80)))
        }
        return Failure(status, "oss://\(part.first.bucket ?? ""): \(sentence)")
    }
}

/// The wait of `presign` for a rate; all times are nanoseconds of the boot clock.
struct RatePause: Equatable, Sendable {
    /// With a slow rate, the 1,000 keys of one request may take this long.
    private static let longest: Int64 = 3_600_000_000_000

    /// When a rate was used up first since the last grant.
    let since: Int64
    /// When to send the request again.
    let end: Int64
    private let seconds: Int

    /// `nil`: the announced time is too long to wait.
    init?(since: Int64?, now: Int64, retryAfter seconds: Int) {
        self.since = since ?? now
        self.seconds = min(max(seconds, 1), 86_400)
        end = now + Int64(self.seconds) * 1_000_000_000
        guard end - self.since <= RatePause.longest else { return nil }
    }

    var note: String { "rate limited; resuming in \(seconds) s; --no-wait ends instead" }
}
