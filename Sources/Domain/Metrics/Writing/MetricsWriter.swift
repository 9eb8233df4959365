internal import Bytes
internal import Text

/// Writes families and their samples in one of the formats.
///
/// Label values are names of the configuration or words of ours, so nothing in them needs an escape.
struct MetricsWriter: ~Copyable {
    typealias Label = (name: StaticString, value: String)

    private let format: MetricsFormat
    private var text = ByteBuffer(capacity: 16_384)
    private var family = Family("", .gauge, "")

    init(_ format: MetricsFormat) {
        self.format = format
    }

    /// Begins a family; the samples that follow are its own.
    mutating func begin(_ family: Family) {
        self.family = family
        append("# TYPE ", format == .openMetrics ? "" : family.suffix)
        text.append(" ")
        text.append(typeName)
        text.append("\n")
        if format == .openMetrics, let unit = family.unit {
            append("# UNIT ", "")
            text.append(" ")
            text.append(unit)
            text.append("\n")
        }
        append("# HELP ", format == .openMetrics ? "" : family.suffix)
        text.append(" ")
        text.append(family.help)
        text.append("\n")
    }

    mutating func add(_ value: Int, _ labels: Label...) {
        append("", family.suffix)
        append(labels)
        text.append(" ")
        text.append(decimal: value)
        text.append("\n")
    }

    mutating func add(seconds nanoseconds: Int64, _ labels: Label...) {
        append("", family.suffix)
        append(labels)
        append(seconds: nanoseconds)
    }

    mutating func add(_ histogram: DurationHistogram) {
        let counts = histogram.cumulated
        for (bound, count) in zip(DurationHistogram.bounds, counts) {
            append("", "_bucket")
            append([("le", bound.description)])
            text.append(" ")
            text.append(decimal: count)
            text.append("\n")
        }
        append("", "_sum")
        append(seconds: histogram.sum)
        append("", "_count")
        text.append(" ")
        text.append(decimal: counts.last ?? 0)
        text.append("\n")
    }

    /// Adds all of it to an answer.
    consuming func finish(into output: inout ByteBuffer) {
        if format == .openMetrics { text.append("# EOF\n") }
        output.append(text)
    }
}

extension MetricsWriter {
    private var typeName: StaticString {
        switch family.kind {
        case .counter: "counter"
        case .gauge: "gauge"
        case .histogram: "histogram"
        case .info: format == .openMetrics ? "info" : "gauge"
        }
    }

    private mutating func append(_ prefix: StaticString, _ suffix: StaticString) {
        text.append(prefix)
        text.append(family.name)
        text.append(suffix)
    }

    private mutating func append(_ labels: [Label]) {
        guard !labels.isEmpty else { return }
        var separator: StaticString = "{"
        for label in labels {
            text.append(separator)
            text.append(label.name)
            text.append("=\"")
            text.append(label.value)
            text.append("\"")
            separator = ","
        }
        text.append("}")
    }

    private mutating func append(seconds nanoseconds: Int64) {
        text.append(" ")
        text.append(decimal: Int(nanoseconds / 1_000_000_000))
        let fraction = String(1_000_000_000 + abs(nanoseconds % 1_000_000_000)).dropFirst()
        text.append(".")
        text.append(String(fraction))
        text.append("\n")
    }
}
