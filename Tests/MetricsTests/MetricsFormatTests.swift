import Metrics
import Testing

struct MetricsFormatTests {
    @Test(arguments: [
        ("", true), ("*/*", true), ("application/json", true), ("text/plain", false),
        ("text/plain;version=0.0.4;q=0.9, */*;q=0.1", false),
        // The header that Prometheus sends.
        (
            "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
                + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1", true
        ),
        ("TEXT/PLAIN , Application/OpenMetrics-Text", true), (",,", true), ("text/plain,", false),
    ])
    func `is OpenMetrics unless only the older one is wanted`(accept: String, isOpenMetrics: Bool) {
        let format = MetricsFormat(accepted: accept.utf8Span.span)
        #expect((format == .openMetrics) == isOpenMetrics)
    }
}
