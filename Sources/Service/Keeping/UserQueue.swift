/// A queue for each user, served in turn, so that a user with many elements does not delay the others.
struct UserQueue<Element> {
    private var waiting: [UInt32: [Element]] = [:]
    /// The users with waiting elements, each once; the first one is next.
    private var turns: [UInt32] = []

    var isEmpty: Bool { turns.isEmpty }

    func count(of user: UInt32) -> Int { waiting[user]?.count ?? 0 }

    mutating func append(_ element: Element, of user: UInt32) {
        if waiting[user] == nil { turns.append(user) }
        waiting[user, default: []].append(element)
    }

    /// Puts an element back to the front of its queue.
    mutating func putBack(_ element: Element, of user: UInt32) {
        turns.removeAll { $0 == user }
        turns.insert(user, at: 0)
        waiting[user, default: []].insert(element, at: 0)
    }

    mutating func popFirst() -> Element? {
        guard !turns.isEmpty else { return nil }
        let user = turns.removeFirst()
        let first = waiting[user]?.removeFirst()
        if count(of: user) > 0 { turns.append(user) } else { waiting[user] = nil }
        return first
    }

    mutating func removeAll(where isOver: (Element) -> Bool = { _ in true }) {
        waiting = waiting.mapValues { $0.filter { !isOver($0) } }.filter { !$0.value.isEmpty }
        turns.removeAll { waiting[$0] == nil }
    }
}
