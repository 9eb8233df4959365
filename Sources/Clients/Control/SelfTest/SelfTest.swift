internal import Bytes
internal import CommandLine
internal import Kernel
internal import OSSAuthClient
internal import Reaching

/// A run: its folder, its outcomes, and the objects that are not deleted yet.
struct SelfTest: ~Copyable {
    static let life = Duration.seconds(300)

    let options: SelfTestOptions
    let courier: Courier
    let folder: String
    var remains: [TestObjects.Remains] = []
    private let signals: SignalQueue
    private var succeeded = 0
    private var failed = 0
    private var refused = 0
    private var wasInterrupted = false
    /// Why there was no answer, if one was missing.
    private var gap: String?
    private var hasStored = false

    init(_ options: SelfTestOptions, _ courier: Courier, _ signals: consuming SignalQueue) {
        self.options = options
        self.courier = courier
        self.signals = signals
        var random = ByteBuffer(capacity: 8)
        Randomness.append(8, to: &random)
        var name = ByteBuffer(capacity: 16)
        name.append(hex: random.span)
        folder = "\(options.prefix)ossauthd-selftest-\(String(copying: name.span))/"
    }

    /// The signals that end the run, and must not end it before the objects are deleted.
    static func interrupts() throws(Failure) -> SignalQueue {
        try Failure.saying("signals cannot be handled") { () throws(SystemError) in
            try SignalQueue([.interrupt, .terminate, .hangup])
        }
    }

    /// Whether a signal asked for the end, or the first connection failed.
    var isOver: Bool {
        mutating get {
            if (try? signals.next()) != nil { wasInterrupted = true }
            return wasInterrupted || gap != nil
        }
    }

    mutating func note(_ outcome: TestOutcome) {
        switch outcome {
        case .succeeded: succeeded += 1
        case .failed: failed += 1
        case .refused: refused += 1
        case .notTried: break
        case .unanswered(let reason, _):
            failed += 1
            gap = reason
        }
        hasStored = hasStored || !remains.isEmpty
    }

    /// The failed connection that ended the run.
    var failure: Failure? {
        gap.map { Failure(.refused, hasStored ? $0 : "\($0); nothing was stored") }
    }

    var summary: String {
        "\(succeeded) steps succeeded, \(failed) failed, \(refused) refused by the daemon"
            + "\(wasInterrupted ? "; interrupted" : "")\n"
    }

    var status: ExitStatus {
        failed == 0 && succeeded > 0 && remains.isEmpty && !wasInterrupted ? .done : .refused
    }
}

extension SelfTest {
    /// Makes, reads and deletes objects with each kind of signature.
    mutating func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        session.terminal.note("the objects are in oss://\(options.bucket)/\(folder)")
        var failure: Failure?
        do throws(Failure) {
            for signature in options.signatures where !isOver { try run(signature, &session) }
        } catch {
            // The output is gone, but the objects must go too.
            failure = error
        }
        deleteRemains(&session)
        if let failure { throw failure }
        try session.terminal.print(summary)
        if let failure = self.failure { throw failure }
        return status
    }

    private mutating func run(_ signature: KindOfSignature, _ session: inout Session) throws(Failure) {
        var objects = TestObjects(in: folder, of: options.bucket, signedBy: signature)
        if let refusal = refusalOfDeletion(objects, signature, &session) {
            return try print(refusal, of: "delete", signature, &session)
        }
        var succeeded: Set<TestStep> = []
        let earlier = remains
        for step in TestStep.allCases where !isOver {
            guard step.needs.map(succeeded.contains) ?? true else {
                try print(.notTried, of: step.rawValue, signature, &session)
                continue
            }
            let outcome = perform(step, &objects, signature, &session)
            if case .succeeded = outcome { succeeded.insert(step) }
            remains = earlier + objects.remains
            try print(outcome, of: step.rawValue, signature, &session)
        }
        if !objects.remains.isEmpty {
            try print(delete(objects, signature, &session), of: "delete", signature, &session)
        }
    }

    /// Nothing is put that the rules would not let this program delete.
    private mutating func refusalOfDeletion(
        _ objects: TestObjects, _ signature: KindOfSignature, _ session: inout Session
    ) -> TestOutcome? {
        do throws(Failure) {
            for remains in objects.all {
                _ = try sign(objects.deletion(of: remains), signature, &session)
            }
            return nil
        } catch {
            return TestOutcome(ofSigning: error)
        }
    }

    private mutating func perform(
        _ step: TestStep, _ objects: inout TestObjects, _ signature: KindOfSignature,
        _ session: inout Session
    ) -> TestOutcome {
        let (outcome, body) = send(objects.request(for: step), signature, &session)
        objects.note(outcome, of: step)
        guard case .succeeded(let status) = outcome, let mistake = objects.take(body, for: step) else {
            return outcome
        }
        return .failed("\(status), but \(mistake)")
    }

    /// Deletes all objects of one kind of signature; the first failure is the outcome.
    private mutating func delete(
        _ objects: TestObjects, _ signature: KindOfSignature, _ session: inout Session
    ) -> TestOutcome {
        var whole = TestOutcome.succeeded(204)
        for object in objects.remains {
            let (outcome, _) = send(objects.deletion(of: object), signature, &session)
            if case .succeeded = outcome {
                remains.removeAll { $0 == object }
            } else if case .succeeded = whole {
                whole = outcome
            }
        }
        return whole
    }

    /// Deletes what is left with whatever kind of signature works, and names the rest.
    private mutating func deleteRemains(_ session: inout Session) {
        for signature in options.signatures where !remains.isEmpty {
            let objects = TestObjects(in: folder, of: options.bucket, signedBy: signature)
            for object in remains {
                guard case .succeeded = send(objects.deletion(of: object), signature, &session).outcome else {
                    continue
                }
                remains.removeAll { $0 == object }
            }
        }
        for object in remains {
            let what = object.uploadID.map { "the upload \($0) of " } ?? ""
            session.terminal.say(
                .error("\(what)oss://\(options.bucket)/\(object.key) could not be deleted; delete it"))
        }
    }
}

// One request.
extension SelfTest {
    /// Not inlined, because Swift 6.3 fails to optimize `deleteRemains` with it.
    @inline(never) private mutating func send(
        _ wanted: TestRequest, _ signature: KindOfSignature, _ session: inout Session
    ) -> (outcome: TestOutcome, body: String) {
        let signed: SignedAnswer
        do throws(Failure) {
            signed = try sign(wanted, signature, &session)
        } catch {
            return (TestOutcome(ofSigning: error), "")
        }
        do throws(Failure) {
            let reply = try courier.send(
                wanted.request.method, signed.urls[0], wanted.headers(with: signed), body: wanted.body)
            return (TestOutcome(reply, from: signed.host), reply.body)
        } catch {
            return (.failed(error.sentence), "")
        }
    }

    private mutating func sign(
        _ wanted: TestRequest, _ signature: KindOfSignature, _ session: inout Session
    ) throws(Failure) -> SignedAnswer {
        var request = wanted.request
        request.endpoint = options.place.endpoint
        request.region = options.place.region
        request.addressing = options.place.addressing
        var terms = SigningTerms(profile: options.profile, version: signature.version)
        terms.contentType = wanted.contentType
        let reply = try session.ask(
            signature.isInURL ? .presign(request, life: SelfTest.life, terms) : .sign(request, terms))
        return try SignedAnswer(reading: reply.body, count: 1)
    }

    private mutating func print(
        _ outcome: TestOutcome, of step: String, _ signature: KindOfSignature, _ session: inout Session
    ) throws(Failure) {
        note(outcome)
        try session.terminal.print(outcome.line(of: step, signature, session.terminal.ink))
    }
}

extension TestRequest {
    /// The headers to send: those that were signed, and those that the signature adds.
    fileprivate func headers(with answer: SignedAnswer) -> [OSSRequest.Header] {
        let own = request.headers + (contentType.map { [OSSRequest.Header("content-type", $0)] } ?? [])
        let names = own.map { $0.name.lowercased() }
        return own + answer.headers.filter { !names.contains($0.name.lowercased()) }
    }
}

extension SignedAnswer {
    /// The host of its URL.
    fileprivate var host: String { urls[0].split(separator: "/").dropFirst().first.map(String.init) ?? "" }
}

extension Courier.Delivery {
    fileprivate var body: String {
        if case .answer(let answer) = self { answer.body } else { "" }
    }
}
