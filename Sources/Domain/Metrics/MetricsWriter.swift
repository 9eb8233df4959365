internal import Bytes
internal import Text

/// Writes metric families and their samples in one of the formats.
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
        /// Without the suffixes that the formats add.
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

    private let format: MetricsFormat
    private var text = ByteBuffer(capacity: 16_384)
    private var family = Family(name: "", kind: .gauge)

    init(_ format: MetricsFormat) {
        self.format = format
    }

    /// Begins a family; the samples that follow belong to it.
    mutating func begin(
        _ name: StaticString, _ kind: Kind, unit: StaticString? = nil, _ help: StaticString
    ) {
        family = Family(name: name, kind: kind)
        let suffix = format == .openMetrics ? "" : family.suffix
        appendLine("# TYPE ", suffix, typeName)
        if format == .openMetrics, let unit { appendLine("# UNIT ", "", unit) }
        appendLine("# HELP ", suffix, help)
    }

    /// Writes a family with a single sample.
    mutating func write(
        _ value: Int, _ name: StaticString, _ kind: Kind, unit: StaticString? = nil, _ help: StaticString
    ) {
        begin(name, kind, unit: unit, help)
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

    private mutating func appendLine(
        _ prefix: StaticString, _ suffix: StaticString, _ content: StaticString
    ) {
        append(prefix, suffix)
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

/// The formats that scrapers accept.
package enum MetricsFormat: Sendable {
    /// OpenMetrics 1.0.
    case openMetrics
    /// The text format 0.0.4 of Prometheus, which the textfile collector reads.
    case text

    package var contentType: StaticString {
        switch self {
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        case .text: "text/plain; version=0.0.4; charset=utf-8"
        }
    }

    /// Chooses OpenMetrics unless `Accept` names only the text format.
    package init(accepted: Span<UInt8>) {
        var range = accepted
        var takesText = false
        while range.count > 0 {
            let end = range.firstIndex(of: UInt8(ascii: ",")) ?? range.count
            let type = range.extracting(0..<end).trimmed
            if type.hasPrefixIgnoringCase("application/openmetrics-text") {
                self = .openMetrics
                return
            }
            if type.hasPrefixIgnoringCase("text/plain") { takesText = true }
            range = range.extracting(droppingFirst: min(end + 1, range.count))
        }
        self = takesText ? .text : .openMetrics
    }
}
