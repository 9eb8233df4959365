internal import Bytes

/// A parsed answer of `/metrics`: the samples by name.
package struct Exposition: Equatable, Sendable {
    /// More than a daemon with a thousand profiles has.
    private static let mostSamples = 100_000

    struct Sample: Equatable, Sendable {
        let labels: [String: String]
        let value: Double
    }

    private(set) var families: [String: [Sample]] = [:]

    /// Skips lines that it does not understand: a newer daemon may send more.
    package init(_ text: Span<UInt8>) {
        var start = 0
        var count = 0
        while start < text.count, count < Exposition.mostSamples {
            let end = text.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? text.count
            if start < end, text[start] != UInt8(ascii: "#") {
                take(String(copying: text.extracting(start..<end)))
                count += 1
            }
            start = end + 1
        }
    }

    /// Reads `name{label="value",…} number`; a time may follow.
    private mutating func take(_ line: String) {
        var rest = line.unicodeScalars[...]
        let name = String(rest.prefix { $0 != "{" && $0 != " " })
        rest = rest.dropFirst(name.unicodeScalars.count)
        guard let labels = Exposition.labels(&rest) else { return }
        let words = String(rest).split(separator: " ")
        guard let word = words.first, let value = Double(word) else { return }
        families[name, default: []].append(Sample(labels: labels, value: value))
    }

    private static func labels(_ rest: inout Substring.UnicodeScalarView) -> [String: String]? {
        guard rest.first == "{" else { return [:] }
        rest.removeFirst()
        var labels: [String: String] = [:]
        while let scalar = rest.first, scalar != "}" {
            guard scalar != ",", scalar != " " else {
                rest.removeFirst()
                continue
            }
            let name = String(rest.prefix { $0 != "=" && $0 != "}" })
            rest = rest.dropFirst(name.unicodeScalars.count)
            guard !name.isEmpty, rest.popFirst() == "=", rest.popFirst() == "\"",
                let value = quoted(&rest)
            else { return nil }
            labels[name] = value
        }
        return rest.popFirst() == "}" ? labels : nil
    }

    /// The text up to the closing quote, with its three escapes resolved.
    private static func quoted(_ rest: inout Substring.UnicodeScalarView) -> String? {
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return String(text)
            case "\\":
                guard let escaped = rest.popFirst() else { return nil }
                text.append(escaped == "n" ? "\n" : escaped)
            default: text.append(scalar)
            }
        }
        return nil
    }
}

extension Exposition {
    /// The sum of the samples of a family; `nil`: there are none.
    func value(_ name: String) -> Double? {
        families[name].map { $0.reduce(0) { $0 + $1.value } }
    }

    /// The values of a family by one label, summed over the others, of the samples whose labels match.
    func values(
        _ name: String, by label: String, where matches: ([String: String]) -> Bool = { _ in true }
    ) -> [String: Double] {
        (families[name] ?? []).reduce(into: [:]) { values, sample in
            guard let key = sample.labels[label], matches(sample.labels) else { return }
            values[key, default: 0] += sample.value
        }
    }
}
