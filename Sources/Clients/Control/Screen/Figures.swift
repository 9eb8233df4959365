internal import Time

/// Numbers for people.
enum Figures {
    /// `1,234,567`.
    static func grouped(_ number: Int) -> String {
        let digits = String(number)
        let groups = stride(from: digits.count, to: 0, by: -3).map { end in digits.prefix(end).suffix(3) }
        return groups.reversed().joined(separator: ",")
    }

    /// Three significant digits and a letter for the thousands: `0`, `0.25`, `12.3`, `823`, `12.3k`, `1.05M`.
    static func short(_ number: Double) -> String {
        guard number.isFinite, number > 0 else { return "0" }
        return scaled(min(number, 999e15), ["", "k", "M", "G", "T", "P"])
    }

    /// `830 ns`, `12.3 µs`, `1.05 ms`, `2.50 s`.
    static func time(nanoseconds: Double, _ glyphs: Glyphs) -> String {
        guard nanoseconds.isFinite, nanoseconds > 0 else { return "0 ns" }
        return scaled(nanoseconds, [" ns", " \(glyphs.micro)s", " ms", " s"])
    }

    private static func scaled(_ number: Double, _ units: [String]) -> String {
        var rest = number
        for unit in units.dropLast() {
            if rest < 999.5 { return digits(rest) + unit }
            rest /= 1_000
        }
        return digits(rest) + (units.last ?? "")
    }

    /// `12.3 %`.
    static func percent(_ share: Double) -> String {
        guard share.isFinite else { return "0 %" }
        return fixed(share * 100, decimals: decimals(of: share * 100)) + " %"
    }

    private static func digits(_ number: Double) -> String {
        number < 0.005 ? "0" : fixed(number, decimals: decimals(of: number))
    }

    private static func decimals(of number: Double) -> Int { number < 9.995 ? 2 : number < 99.95 ? 1 : 0 }

    /// A number that is not negative, with this many decimals.
    static func fixed(_ number: Double, decimals: Int) -> String {
        let scale = decimals == 2 ? 100 : decimals == 1 ? 10 : 1
        let scaled = Int(exactly: (number * Double(scale)).rounded()) ?? 0
        guard decimals > 0 else { return String(scaled) }
        let fraction = String(scaled % scale)
        let zeros = String(repeating: "0", count: decimals - fraction.count)
        return "\(scaled / scale).\(zeros)\(fraction)"
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
