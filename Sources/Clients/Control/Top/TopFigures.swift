package import OSSAuthClient
package import Time

/// The answers of the daemon at one time.
package struct TopSample: Equatable, Sendable {
    let time: Instant
    let status: SigningDaemon.Status
    /// `nil`: the daemon refused them.
    let metrics: Exposition?
    /// The names of the callers by their numbers.
    let userNames: [Int: String]

    package init(
        at time: Instant, _ status: SigningDaemon.Status, _ metrics: Exposition?,
        userNames: [Int: String] = [:]
    ) {
        self.time = time
        self.status = status
        self.metrics = metrics
        self.userNames = userNames
    }

    /// Whether both are of one run of the daemon: a restarted daemon counts from zero.
    func precedes(_ later: TopSample) -> Bool {
        let start = "ossauthd_process_start_time_seconds"
        return time < later.time && status.processID == later.status.processID
            && metrics?.value(start) == later.metrics?.value(start)
    }
}

/// Rates per second between two samples.
struct TopFigures: Equatable, Sendable {
    struct Caller: Equatable, Sendable {
        let name: String
        var rate: Double?
        /// The share of a processor that the daemon spent on it.
        var busy: Double?
        var requests: Int
        var refused: Int
        var failed: Int
    }

    private(set) var requests: Double?
    private(set) var refusals: Double?
    /// Latencies in seconds.
    private(set) var median: Double?
    private(set) var slow: Double?
    /// The used share of a processor.
    private(set) var processor: Double?
    private(set) var callers: [Caller] = []
    /// Signatures per second by profile.
    private(set) var signatures: [String: Double] = [:]

    /// `earlier`: `nil` for the first sample.
    init(from earlier: TopSample?, to later: TopSample) {
        let before = earlier.flatMap { $0.precedes(later) ? $0 : nil }
        let seconds = before.map { Double((later.time - $0.time).nanoseconds) / 1e9 } ?? 0
        readCallers(of: later, before?.status.callers, seconds: seconds)
        guard let metrics = later.metrics else { return }
        let rates = before?.metrics.map { metrics.rates(since: $0, seconds: seconds) }
        requests = rates?.value("ossauthd_requests_total")
        refusals = rates?.values("ossauthd_requests_total", by: "verdict").reduce(0) {
            $0 + (TopFigures.verdictsBesideRefusals.contains($1.key) ? 0 : $1.value)
        }
        processor = rates?.value("ossauthd_process_cpu_seconds_total")
        signatures = rates?.values("ossauthd_signatures_total", by: "profile") ?? [:]
        median = (rates ?? metrics).quantile(0.5, of: "ossauthd_request_duration_seconds")
        slow = (rates ?? metrics).quantile(0.99, of: "ossauthd_request_duration_seconds")
    }

    /// `earlier`: `nil` without rates.
    private mutating func readCallers(
        of later: TopSample, _ earlier: [SigningDaemon.Caller]?, seconds: Double
    ) {
        callers = later.status.callers.map { caller in
            let past = earlier?.first { $0.user == caller.user }
            func rate(_ count: KeyPath<SigningDaemon.Caller, Int>) -> Double? {
                guard earlier != nil else { return nil }
                return Double(max(caller[keyPath: count] - (past?[keyPath: count] ?? 0), 0)) / seconds
            }
            return Caller(
                name: caller.user.map { later.userNames[$0] ?? String($0) } ?? "others",
                rate: rate(\.requests), busy: rate(\.busyMilliseconds).map { $0 / 1_000 },
                requests: caller.requests, refused: caller.refused, failed: caller.failed)
        }
        callers.sort { $0.isBusier(than: $1) }
    }

    /// Of requests that were answered, or failed.
    private static let verdictsBesideRefusals: Set = ["answered", "failed", "no-credential"]
}

extension TopFigures.Caller {
    fileprivate func isBusier(than other: TopFigures.Caller) -> Bool {
        (busy ?? 0, rate ?? 0, requests, other.name) > (
            other.busy ?? 0, other.rate ?? 0, other.requests, name
        )
    }
}
