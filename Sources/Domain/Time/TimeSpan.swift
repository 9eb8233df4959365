internal import Text

/// A time span in the syntax of systemd: `90`, `15min`, `1h 30min`, `infinity`.
package enum TimeSpan: Equatable, Sendable {
    case duration(Duration)
    case infinity

    /// From the longest to the shortest; the first spelling of each is used for output.
    private static let units: [(milliseconds: Int64, names: [String])] = [
        (604_800_000, ["w", "week", "weeks"]), (86_400_000, ["d", "day", "days"]),
        (3_600_000, ["h", "hr", "hour", "hours"]), (60_000, ["min", "m", "minute", "minutes"]),
        (1_000, ["s", "sec", "second", "seconds"]), (1, ["ms", "msec"]),
    ]

    /// Returns `nil` for an invalid span, or one of more than a thousand years.
    package init?(_ text: String) {
        if text == "infinity" {
            self = .infinity
            return
        }
        let bytes = Array(text.utf8)
        var total: Int64 = 0
        var index = 0
        while index < bytes.count {
            guard let (term, end) = TimeSpan.term(bytes, from: index) else { return nil }
            let (sum, overflow) = total.addingReportingOverflow(term)
            guard !overflow, sum <= 32_000_000_000_000 else { return nil }
            total = sum
            index = end
        }
        guard !bytes.isEmpty else { return nil }
        self = .duration(.milliseconds(total))
    }

    /// Reads a number with its unit, seconds by default, and the spaces after it.
    private static func term(_ bytes: [UInt8], from start: Int) -> (milliseconds: Int64, end: Int)? {
        let digits = bytes[start...].prefix { $0.isDigit }
        let blanks = bytes[digits.endIndex...].prefix { $0.isBlank }
        let letters = bytes[blanks.endIndex...].prefix { $0.isLowercase }
        let rest = bytes[letters.endIndex...].prefix { $0.isBlank }
        let name = letters.isEmpty ? "s" : String(decoding: letters, as: UTF8.self)
        guard let number = Int64(String(decoding: digits, as: UTF8.self)),
            let unit = units.first(where: { $0.names.contains(name) })
        else { return nil }
        let (product, overflow) = number.multipliedReportingOverflow(by: unit.milliseconds)
        return overflow ? nil : (product, rest.endIndex)
    }

    /// Writes the span in units from the largest down, but never in weeks: `90min` becomes `1h 30min`.
    package static func text(of duration: Duration) -> String {
        var rest = Int64(clamping: duration.attoseconds / 1_000_000_000_000_000)
        var terms: [String] = []
        for unit in units.dropFirst() where rest >= unit.milliseconds {
            terms.append("\(rest / unit.milliseconds)\(unit.names[0])")
            rest %= unit.milliseconds
        }
        return terms.isEmpty ? "0" : terms.joined(separator: " ")
    }
}
