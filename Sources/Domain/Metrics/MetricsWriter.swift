internal import Bytes
internal import Text

/// Writes metric families and their samples in the text format 0.0.4 of Prometheus.
///
/// Label values are names of the configuration or our own words and need no escapes.
struct MetricsWriter: ~Copyable {
    typealias Label = (name: StaticString, value: String)

    enum Kind {
        case counter, gauge, histogram
        /// Facts in labels; the value is always 1.
        case info
    }

    private struct Family {
        let name: StaticString
        let kind: Kind

        /// The suffix of every sample's name.
        var suffix: StaticString {
            switch kind {
            case .counter: "_total"
            case .info: "_info"
            case .gauge, .histogram: ""
            }
        }
    }

    private var text = ByteBuffer(capacity: 16_384)
    private var family = Family(name: "", kind: .gauge)

    /// Begins a family; the samples that follow belong to it.
    mutating func begin(_ name: StaticString, _ kind: Kind, _ help: StaticString) {
        family = Family(name: name, kind: kind)
        appendLine("# TYPE ", typeName)
        appendLine("# HELP ", help)
    }

    /// Writes a family with a single sample.
    mutating func write(_ value: Int, _ name: StaticString, _ kind: Kind, _ help: StaticString) {
        begin(name, kind, help)
        add(value)
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

    /// Appends the report to an answer.
    consuming func finish(into output: inout ByteBuffer) {
        output.append(text)
    }

    private var typeName: StaticString {
        switch family.kind {
        case .counter: "counter"
        case .gauge, .info: "gauge"
        case .histogram: "histogram"
        }
    }

    private mutating func appendLine(_ prefix: StaticString, _ content: StaticString) {
        append(prefix, family.suffix)
        text.append(" ")
        text.append(content)
        text.append("\n")
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

/// The type of an answer with metrics.
package let metricsContentType: StaticString = "text/plain; version=0.0.4; charset=utf-8"
