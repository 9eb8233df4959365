internal import Bytes
internal import Text

/// The two ways in which scrapers want the same samples.
package enum MetricsFormat: Sendable {
    /// OpenMetrics 1.0.
    case openMetrics
    /// The older text format of Prometheus, 0.0.4, which the textfile collector reads.
    case text

    package var contentType: StaticString {
        switch self {
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        case .text: "text/plain; version=0.0.4; charset=utf-8"
        }
    }

    /// OpenMetrics for all but those whose `Accept` names only the other one.
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
