/// Finds the name that a misspelled or shortened word stands for.
package enum Suggestion {
    /// More names with one beginning are a list, and no suggestion.
    private static let mostNames = 3

    /// `, did you mean 'name'?`, or nothing where no name is near.
    package static func clause(for written: String, among names: [String]) -> String {
        let longer = completions(of: written, among: names)
        let meant = longer.isEmpty ? [nearest(to: written, among: names)].compactMap(\.self) : longer
        guard !meant.isEmpty, meant.count <= mostNames else { return "" }
        return ", did you mean \(meant.map { "'\($0)'" }.joined(separator: " or "))?"
    }

    /// A name that begins as the written does, else the one at an edit distance of at most two and less than half of the letters.
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

    /// `nil` for a word that is no slip of the pen: a client may send megabytes, and comparing costs their square.
    private static func letters(of written: String) -> [UInt8]? {
        guard written.utf8.count > 1, written.utf8.count <= 64 else { return nil }
        return Array(written.lowercased().utf8)
    }

    /// The names that begin as the written does: an abbreviation is more likely than a slip of the pen.
    private static func completions(of written: String, among names: [String]) -> [String] {
        guard let letters = letters(of: written), letters.contains(where: { $0 != UInt8(ascii: "-") })
        else { return [] }
        return names.enumerated().filter { index, name in
            name.lowercased().utf8.starts(with: letters) && !names[..<index].contains(name)
        }.map(\.element)
    }

    /// How many letters must be added, left out, changed or swapped with their neighbour.
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
