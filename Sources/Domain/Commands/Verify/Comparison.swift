/// Two texts part by part, and what their differences mean.
struct Comparison: Equatable, Sendable {
    /// What stands in the same place of both.
    struct Row: Equatable, Sendable {
        /// Of this request; `nil`: only the server has it.
        let here: SignedPart?
        let there: SignedPart?
        /// `nil` as well where it only follows from another.
        let difference: Difference?

        var part: SignedPart? { here ?? there }
        var isSame: Bool { here?.text == there?.text }
    }

    let rows: [Row]
    /// Those that the rows have, in their order, then what no single row shows.
    let differences: [Difference]

    /// `explain` says what a difference means; `nil`: nothing by itself.
    init(
        _ here: [SignedPart], _ there: [SignedPart], _ explain: (SignedPart?, SignedPart?) -> Difference?
    ) {
        rows = Comparison.align(here, there).map { here, there in
            Row(here: here, there: there, difference: here?.text == there?.text ? nil : explain(here, there))
        }
        differences = rows.compactMap(\.difference)
    }

    private static let longestAligned = 1_000

    /// What stands for the same keeps together; between that, what is only on one side stands by itself.
    private static func align(
        _ here: [SignedPart], _ there: [SignedPart]
    ) -> [(here: SignedPart?, there: SignedPart?)] {
        // What is that different takes the square of its length to align, and more than a glance to read.
        let isShort = max(here.count, there.count) <= Comparison.longestAligned
        let change = isShort ? there.map(\.role).difference(from: here.map(\.role)) : nil
        let removed = Set(change?.removals.map(\.position) ?? [])
        let inserted = Set(change?.insertions.map(\.position) ?? [])
        var rows: [(here: SignedPart?, there: SignedPart?)] = []
        var (left, right) = (0, 0)
        while left < here.count || right < there.count {
            if removed.contains(left) {
                rows.append((here[left], nil))
                left += 1
            } else if inserted.contains(right) {
                rows.append((nil, there[right]))
                right += 1
            } else {
                rows.append((left < here.count ? here[left] : nil, right < there.count ? there[right] : nil))
                left += 1
                right += 1
            }
        }
        return rows
    }
}

extension CollectionDifference.Change {
    fileprivate var position: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
