internal import Time

/// Numbers for people.
package enum Figures {
    /// `1,234,567`.
    package static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        let groups = stride(from: digits.count, to: 0, by: -3).map { end in
            digits.dropLast(digits.count - end).suffix(3)
        }
        return (number < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
    }

    /// Three significant digits and a letter for the thousands: `0`, `0.25`, `12.3`, `823`, `12.3k`, `1.05M`.
    package static func short(_ number: Double) -> String {
        guard number.isFinite, number > 0 else { return "0" }
        var rest = min(number, 999e15)
        for unit in ["", "k", "M", "G", "T"] {
            if rest < 999.5 { return digits(rest) + unit }
            rest /= 1_000
        }
        return digits(rest) + "P"
    }

    /// `830 ns`, `12.3 µs`, `1.05 ms`, `2.50 s`.
    package static func time(nanoseconds: Double, _ glyphs: Glyphs) -> String {
        guard nanoseconds.isFinite, nanoseconds > 0 else { return "0 ns" }
        var rest = nanoseconds
        for unit in ["ns", "\(glyphs.micro)s", "ms"] {
            if rest < 999.5 { return digits(rest) + " " + unit }
            rest /= 1_000
        }
        return digits(rest) + " s"
    }

    /// `12.3 %`.
    package static func percent(_ share: Double) -> String {
        guard share.isFinite else { return "0 %" }
        return fixed(share * 100, decimals: share < 0.0995 ? 2 : share < 0.9995 ? 1 : 0) + " %"
    }

    private static func digits(_ number: Double) -> String {
        if number < 0.005 { return "0" }
        return fixed(number, decimals: number < 9.995 ? 2 : number < 99.95 ? 1 : 0)
    }

    /// The number with this many decimals.
    package static func fixed(_ number: Double, decimals: Int) -> String {
        let scale = decimals == 2 ? 100.0 : decimals == 1 ? 10 : 1
        let scaled = Int(exactly: (number.magnitude * scale).rounded()) ?? 0
        let sign = number < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return sign + String(scaled) }
        let fraction = String(scaled % Int(scale))
        let zeros = String(repeating: "0", count: decimals - fraction.count)
        return "\(sign)\(scaled / Int(scale)).\(zeros)\(fraction)"
    }
}

extension TimeSpan {
    /// The two largest units, which are enough for people.
    static func short(_ span: Duration) -> String {
        let seconds = Duration.seconds(span.wholeSeconds)
        let terms = text(of: seconds).split(separator: " ").prefix(2)
        return terms.count == 1 && terms[0] == "0" ? "0s" : terms.joined(separator: " ")
    }
}
