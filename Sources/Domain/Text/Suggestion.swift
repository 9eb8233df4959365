/// Finds the name that a misspelled or abbreviated word stands for.
package enum Suggestion {
    /// More names with the same beginning would be a list rather than a suggestion.
    private static let maximumNames = 3

    /// Returns `, did you mean 'name'?`, or nothing if no name is near.
    package static func clause(for written: String, among names: [String]) -> String {
        let longer = completions(of: written, among: names)
        let near = longer.isEmpty ? [nearest(to: written, among: names)].compactMap(\.self) : longer
        let meant = near.isEmpty ? endings(with: written, among: names) : near
        guard !meant.isEmpty, meant.count <= maximumNames else { return "" }
        return ", did you mean \(meant.map { "'\($0)'" }.joined(separator: " or "))?"
    }

    /// Returns a name that begins with the word, or else one at an edit distance of at most two and less than
    /// half of the letters.
    package static func nearest(to written: String, among names: [String]) -> String? {
        guard let letters = letters(of: written) else { return nil }
        if let longer = completions(of: written, among: names).first { return longer }
        var best: (name: String, distance: Int)?
        for name in names {
            let other = Array(name.lowercased().utf8)
            guard abs(other.count - letters.count) <= 2 else { continue }
            let distance = distance(letters, other)
            if distance <= 2, distance * 2 < letters.count, distance < best?.distance ?? .max {
                best = (name, distance)
            }
        }
        return best?.name
    }

    /// Returns `nil` for a long word: a client may send megabytes, and the time to compare grows with their
    /// square.
    private static func letters(of written: String) -> [UInt8]? {
        guard written.utf8.count > 1, written.utf8.count <= 64 else { return nil }
        return Array(written.lowercased().utf8)
    }

    /// Returns the names that begin with the word: an abbreviation is more likely than a typing error.
    private static func completions(of written: String, among names: [String]) -> [String] {
        guard let letters = letters(of: written), letters.contains(where: { $0 != UInt8(ascii: "-") })
        else { return [] }
        return names.enumerated().filter { index, name in
            name.lowercased().utf8.starts(with: letters) && !names[..<index].contains(name)
        }.map(\.element)
    }

    /// Returns the names that end with the word, such as `MaxExpires` for `Expires`.
    private static func endings(with written: String, among names: [String]) -> [String] {
        guard let letters = letters(of: written), letters.count > 2 else { return [] }
        return names.filter { $0.lowercased().utf8.reversed().starts(with: letters.reversed()) }
    }

    /// Returns the number of letters to add, remove, change or swap with a neighbour.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var older: [Int] = []
        var above = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let change = above[column] + (left[row] == right[column] ? 0 : 1)
                var best = min(change, above[column + 1] + 1, current[column] + 1)
                let isSwap =
                    row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
                if isSwap { best = min(best, older[column - 1] + 1) }
                current.append(best)
            }
            older = above
            above = current
        }
        return above[right.count]
    }
}
