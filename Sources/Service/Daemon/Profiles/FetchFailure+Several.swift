internal import Exchange
internal import Tokens

// Of a source with several servers each has its own reason.
extension FetchFailure {
    /// Of the whole, for a status that is read by people.
    private static let longest = 1_000

    /// The failure of all these attempts, of which there is one at least.
    ///
    /// What counts is what servers answered: whether one that cannot be reached would say the same, nobody knows. Of
    /// several answers it is the one after which it makes sense to ask again soonest.
    static func whole(_ failures: [FetchFailure]) -> FetchFailure {
        let answers = failures.filter(\.isAnswer)
        let candidates = answers.isEmpty ? failures : answers
        var whole = candidates.dropFirst().reduce(candidates[0]) { $1.kind.milder(than: $0.kind) ? $1 : $0 }
        whole.message = message(of: failures)
        return whole
    }

    /// Each in its share of the room, so that a long one hides none.
    private static func message(of failures: [FetchFailure]) -> String {
        let share = longest / failures.count
        return failures.map { $0.message.prefix(ofBytes: share) }.joined(separator: "; ")
            .prefix(ofBytes: longest)
    }

    /// The same with where it happened.
    func at(_ request: HelperRequest, withoutPath: Bool = false) -> FetchFailure {
        guard case .exchange(let exchange) = request else { return self }
        var failure = self
        failure.message = "\(exchange.url.shown(withoutPath: withoutPath)): \(message)"
        return failure
    }
}

extension String {
    /// Whole characters of it.
    fileprivate func prefix(ofBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var text = ""
        for character in self {
            guard text.utf8.count + character.utf8.count + 3 <= limit else { break }
            text.append(character)
        }
        return text + "…"
    }
}
