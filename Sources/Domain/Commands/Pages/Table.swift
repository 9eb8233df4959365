internal import CommandLine
internal import Time

/// Rows under titles, for a program: nothing is left out, and nothing is coloured.
package struct Table: Equatable, Sendable {
    let titles: [String]
    private(set) var rows: [[String]] = []

    init(_ titles: [String], _ rows: [[String]] = []) {
        self.titles = titles
        self.rows = rows
    }

    /// As RFC 4180 has it, but for the ends of the lines, which are those of this system.
    package var csv: String {
        ([titles] + rows).map { $0.map(\.csvField).joined(separator: ",") + "\n" }.joined()
    }
}

extension StatusAnswer {
    /// The profiles, in the words of the contract.
    package var table: Table {
        Table(
            [
                "name", "source", "state", "generation", "expiration", "remainingSeconds",
                "consecutiveFailures", "lastError",
            ],
            profiles.map { profile in
                [
                    profile.name, profile.source, profile.state, String(profile.generation),
                    profile.expiration?.description ?? "", profile.remainingSeconds.text,
                    String(profile.consecutiveFailures), profile.lastError ?? "",
                ].map(\.visible)
            })
    }
}

extension Int? {
    fileprivate var text: String { map(String.init) ?? "" }
}
