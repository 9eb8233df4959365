/// Two texts, compared part by part.
struct Comparison: Equatable, Sendable {
    /// The parts at the same place of both texts.
    struct Row: Equatable, Sendable {
        /// The part of this request; `nil`: only the server has it.
        let here: SignedPart?
        let there: SignedPart?
        /// `nil`: the parts are equal, or differ only as a result of another difference.
        let difference: Difference?

        var part: SignedPart? { here ?? there }
        var isSame: Bool { here?.text == there?.text }
    }

    let rows: [Row]
    /// The differences of the rows, in their order.
    let differences: [Difference]

    /// `explain` gives the meaning of a difference; `nil`: it has none by itself.
    init(
        _ here: [SignedPart], _ there: [SignedPart], _ explain: (SignedPart?, SignedPart?) -> Difference?
    ) {
        rows = Comparison.align(here, there).map { here, there in
            Row(here: here, there: there, difference: here?.text == there?.text ? nil : explain(here, there))
        }
        differences = rows.compactMap(\.difference)
    }

    private static let longestAligned = 1_000

    /// Pairs the parts with the same role; the others stand alone.
    private static func align(
        _ here: [SignedPart], _ there: [SignedPart]
    ) -> [(here: SignedPart?, there: SignedPart?)] {
        // Alignment is quadratic in the length, and a person would not read such a long result.
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
