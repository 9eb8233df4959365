/// Finds the name that somebody may have meant.
package enum Suggestion {
    /// `, did you mean 'name'?`, or nothing where no name is near.
    package static func clause(for written: String, among names: [String]) -> String {
        nearest(to: written, among: names).map { ", did you mean '\($0)'?" } ?? ""
    }

    /// The name at an edit distance of at most two and less than half of the letters, else one that begins as the written does.
    package static func nearest(to written: String, among names: [String]) -> String? {
        let letters = Array(written.lowercased().utf8)
        // A longer word is no slip of the pen, and measuring it costs its square.
        guard letters.count > 1, letters.count <= 64 else { return nil }
        var best: (name: String, distance: Int)?
        for name in names {
            let other = Array(name.lowercased().utf8)
            guard abs(other.count - letters.count) <= 2 else { continue }
            let distance = distance(letters, other)
            if distance <= 2, distance * 2 < letters.count, distance < best?.distance ?? .max {
                best = (name, distance)
            }
        }
        return best?.name ?? names.first { $0.lowercased().utf8.starts(with: letters) }
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
