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
    /// An operation or a caller.
    struct Count: Equatable, Sendable {
        let name: String
        var rate: Double?
        /// The share of a processor that the daemon spent on a caller.
        var busy: Double?
        var total: Double
        var refused: Double
        var failed: Double
    }

    private(set) var requests: Double?
    private(set) var refusals: Double?
    /// Latencies in seconds.
    private(set) var median: Double?
    private(set) var slow: Double?
    /// The used share of a processor.
    private(set) var processor: Double?
    private(set) var operations: [Count] = []
    private(set) var callers: [Count] = []
    /// Signatures per second by profile.
    private(set) var signatures: [String: Double] = [:]

    /// `earlier`: `nil` for the first sample.
    init(from earlier: TopSample?, to later: TopSample) {
        let before = earlier.flatMap { $0.precedes(later) ? $0 : nil }
        let seconds = before.map { Double((later.time - $0.time).nanoseconds) / 1e9 } ?? 0
        readCallers(of: later, before?.status.callers, seconds: seconds)
        guard let metrics = later.metrics else { return }
        let rates = before?.metrics.map { metrics.rates(since: $0, seconds: seconds) }
        readOperations(metrics, rates)
        processor = rates?.value("ossauthd_process_cpu_seconds_total")
        signatures = rates?.values("ossauthd_signatures_total", by: "profile") ?? [:]
        median = (rates ?? metrics).quantile(0.5, of: "ossauthd_request_duration_seconds")
        slow = (rates ?? metrics).quantile(0.99, of: "ossauthd_request_duration_seconds")
    }

    private mutating func readOperations(_ metrics: Exposition, _ rates: Exposition?) {
        let name = "ossauthd_requests_total"
        requests = rates?.value(name)
        refusals = rates?.values(name, by: "operation", where: TopFigures.isRefusal).values.reduce(0, +)
        let rates = rates?.values(name, by: "operation")
        let refused = metrics.values(name, by: "operation", where: TopFigures.isRefusal)
        let failed = metrics.values(name, by: "operation", where: TopFigures.isFailure)
        operations = metrics.values(name, by: "operation")
            .filter { $0.value > 0 }
            .map { operation, total in
                Count(
                    name: operation, rate: rates?[operation], total: total, refused: refused[operation] ?? 0,
                    failed: failed[operation] ?? 0)
            }
            .sorted { $0.isBusier(than: $1) }
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
            return Count(
                name: caller.user.map { later.userNames[$0] ?? String($0) } ?? "others",
                rate: rate(\.requests), busy: rate(\.busyMilliseconds).map { $0 / 1_000 },
                total: Double(caller.requests), refused: Double(caller.refused), failed: Double(caller.failed)
            )
        }
        callers.sort { $0.isBusier(than: $1) }
    }

    /// Whether the requests were refused.
    private static func isRefusal(_ labels: [String: String]) -> Bool {
        guard let verdict = labels["verdict"] else { return false }
        return verdict != "answered" && !isFailure(labels)
    }

    /// Whether the requests failed.
    private static func isFailure(_ labels: [String: String]) -> Bool {
        labels["verdict"] == "failed" || labels["verdict"] == "no-credential"
    }
}

extension TopFigures.Count {
    fileprivate func isBusier(than other: TopFigures.Count) -> Bool {
        (busy ?? 0, rate ?? 0, total, other.name) > (other.busy ?? 0, other.rate ?? 0, other.total, name)
    }
}
