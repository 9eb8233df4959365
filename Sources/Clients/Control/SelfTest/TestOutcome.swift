internal import CommandLine

/// The outcome of one step.
enum TestOutcome: Equatable {
    /// With its status.
    case succeeded(Int)
    /// The reason, which begins with the status where there was an answer; `mayHaveActed`: OSS may have done it all the same.
    case failed(String, mayHaveActed: Bool = false)
    /// The daemon did not sign.
    case refused(String)
    /// A step that it needs did not succeed.
    case notTried
    /// There was no answer, which ends the test; `mayHaveArrived`: OSS may have acted on the request.
    case unanswered(String, mayHaveArrived: Bool)
}

extension TestOutcome {
    /// Why there is no signature.
    init(ofSigning failure: Failure) {
        self = failure.status == .refused ? .refused(failure.sentence) : .failed(failure.sentence)
    }

    init(_ reply: Courier.Delivery, from host: String) {
        switch reply {
        case .answer(let answer): self.init(answer)
        case .none(let reason, let mayHaveArrived):
            self = .unanswered("cannot reach \(host): \(reason)", mayHaveArrived: mayHaveArrived)
        }
    }

    private init(_ answer: Courier.OSSAnswer) {
        guard !(200...299).contains(answer.status) else {
            self = .succeeded(answer.status)
            return
        }
        guard let error = try? ServerError(xml: answer.body) else {
            self = .failed("\(answer.status), and no error of OSS", mayHaveActed: answer.status >= 500)
            return
        }
        let detail = error.errorCode.map { " (\($0))" } ?? ""
        let message = error.message.isEmpty ? "" : ": \(error.message)"
        self = .failed(
            "\(answer.status) \(error.code)\(detail)\(message)", mayHaveActed: answer.status >= 500)
    }

    /// Whether OSS may have made an object or an upload.
    var mayHaveActed: Bool {
        switch self {
        case .succeeded: true
        case .failed(_, let mayHaveActed), .unanswered(_, let mayHaveActed): mayHaveActed
        case .refused, .notTried: false
        }
    }

    /// A line such as `v4 header  upload part      ok       200`.
    func line(of step: String, _ signature: KindOfSignature, _ ink: Ink) -> String {
        let (word, colour, rest): (String, Ink.Colour, String) =
            switch self {
            case .succeeded(let status): ("ok", .green, String(status))
            case .failed(let reason, _), .unanswered(let reason, _): ("failed", .red, reason)
            case .refused(let reason): ("refused", .yellow, reason)
            case .notTried: ("skipped", .dim, "a step before it did not succeed")
            }
        return "\(signature.name.padded(to: 11))\(step.padded(to: 17))"
            + "\(ink(colour, word.padded(to: 9)))\(rest.visible)\n"
    }
}
