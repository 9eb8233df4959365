internal import Exchange
internal import Settings
internal import Time

/// One exchange with a server, and what came of it.
struct Exchanged {
    /// Whom it asked.
    let place: String
    let asked: Moment
    /// `nil`: there was none.
    let answer: ExchangeAnswer?
    /// In words, without anything that is secret.
    let outcome: String
}

extension Profile {
    /// For whoever wants to know how servers answer, not only what is wrong with them.
    ///
    /// Nobody else pays for the words.
    func log(_ exchanged: Exchanged) {
        guard surroundings.log.level == .debug else { return }
        let took = surroundings.clock.now().boot - exchanged.asked.boot
        surroundings.log.write(
            .exchanged(
                profile: name, place: exchanged.place, answer: exchanged.answer,
                milliseconds: took.wholeMilliseconds, outcome: exchanged.outcome))
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int {
        Int(components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
