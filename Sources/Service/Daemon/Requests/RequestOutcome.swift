/// What became of a request.
enum RequestOutcome {
    /// It stays at the front of the connection's input until what it needs is there.
    case waits
    case answered(AnswerTraits = [])
    /// The head of a stream of events is written; they follow, until the connection ends.
    case streams(isChunked: Bool)

    var isWaiting: Bool {
        if case .waits = self { true } else { false }
    }
}

/// What an answer means for whoever sends it.
struct AnswerTraits: OptionSet {
    let rawValue: UInt8

    /// A credential is in it, so its memory is wiped.
    static let isSecret = AnswerTraits(rawValue: 1)
    /// It says that this is too often.
    static let isOverRate = AnswerTraits(rawValue: 2)
    /// The connection ends with it.
    static let isLast = AnswerTraits(rawValue: 4)
}
