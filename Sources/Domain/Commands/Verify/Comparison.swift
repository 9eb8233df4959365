/// Two texts line by line, and what their differences mean.
struct Comparison: Equatable, Sendable {
    struct Line: Equatable, Sendable {
        /// Of this request; `nil`: only the server has it.
        let here: String?
        let there: String?

        var isSame: Bool { here == there }
    }

    let lines: [Line]

    init(_ here: String, _ there: String) {
        lines = Comparison.align(
            here.split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
            there.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    /// The lines that are the same keep together; between them what is only on one side stands side by side.
    private static func align(_ here: [String], _ there: [String]) -> [Line] {
        let change = there.difference(from: here)
        let removed = Set(change.removals.map(\.position))
        let inserted = Set(change.insertions.map(\.position))
        var lines: [Line] = []
        var (left, right) = (0, 0)
        while left < here.count || right < there.count {
            let onlyHere = left < here.count && removed.contains(left)
            let onlyThere = right < there.count && inserted.contains(right)
            lines.append(
                Line(
                    here: onlyHere || !onlyThere ? here[left] : nil,
                    there: onlyThere || !onlyHere ? there[right] : nil))
            if onlyHere || !onlyThere { left += 1 }
            if onlyThere || !onlyHere { right += 1 }
        }
        return lines
    }
}

extension CollectionDifference.Change {
    fileprivate var position: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
