internal import OSSAuthClient
internal import Time

/// The answers of the daemon at one time.
struct TopSample: Sendable {
    let time: Instant
    let status: SigningDaemon.Status
    /// `nil`: the daemon refused them.
    let metrics: Exposition?

    /// Whether both are of one run of the daemon: a restarted daemon counts from zero.
    fileprivate func precedes(_ later: TopSample) -> Bool {
        let start = "ossauthd_process_start_time_seconds"
        return time < later.time && status.processID == later.status.processID
            && metrics?.value(start) == later.metrics?.value(start)
    }
}

/// The state of `top`: the last sample, the growth since the one before, and the history.
struct TopModel: Sendable {
    /// A point of each graph; `nil`: unknown.
    struct Figures: Sendable {
        /// Per second.
        let requests: Double?
        let refusals: Double?
        /// The latency in seconds.
        let median: Double?
    }

    /// A caller, and what it did in a second; `nil`: unknown.
    typealias BusyCaller = (caller: SigningDaemon.Caller, name: String, requests: Double?, busy: Double?)

    /// More columns than the widest terminal has.
    private static let longestHistory = 512
    /// Of requests that were answered, or failed.
    private static let verdictsBesideRefusals: Set = ["answered", "failed", "no-credential"]

    private(set) var sample: TopSample?
    /// The sample before, if it is of the same run of the daemon.
    private var earlier: TopSample?
    /// The growth of the metrics in a second; `nil`: unknown.
    private(set) var rates: Exposition?
    /// The newest last.
    private(set) var history: [Figures] = []
    /// The error of the last request.
    private(set) var problem: String?
    /// The time of the first failure since the last success.
    private(set) var goneSince: Timestamp?
    /// Why programs cannot connect to the daemon, which answers on the admin socket.
    var exclusion: String?
    /// The names of callers by their numbers.
    var userNames: [Int: String] = [:]

    mutating func take(_ sample: TopSample) {
        (problem, goneSince) = (nil, nil)
        earlier = self.sample.flatMap { $0.precedes(sample) ? $0 : nil }
        self.sample = sample
        rates = earlier?.metrics.flatMap { sample.metrics?.rates(since: $0, seconds: seconds) }
        let verdicts = rates?.values("ossauthd_requests_total", by: "verdict")
        history.append(
            Figures(
                requests: rates?.value("ossauthd_requests_total"),
                refusals: verdicts?.filter { !TopModel.verdictsBesideRefusals.contains($0.key) }
                    .values.reduce(0, +),
                median: latency(0.5)))
        if history.count > TopModel.longestHistory { history.removeFirst() }
    }

    mutating func fail(_ sentence: String, at now: Timestamp) {
        problem = sentence
        goneSince = goneSince ?? now
    }

    /// The time between the samples.
    private var seconds: Double {
        guard let sample, let earlier else { return 0 }
        return Double((sample.time - earlier.time).nanoseconds) / 1e9
    }

    /// A quantile of the latest latencies in seconds.
    func latency(_ share: Double) -> Double? {
        (rates ?? sample?.metrics)?.quantile(share, of: "ossauthd_request_duration_seconds")
    }

    /// By name; those that do not sign come first, because there may be no room for all.
    var profiles: [SigningDaemon.Profile] {
        (sample?.status.profiles ?? []).sorted {
            $0.signs == $1.signs ? $0.name < $1.name : !$0.signs
        }
    }

    /// The busiest first.
    var callers: [BusyCaller] {
        (sample?.status.callers ?? []).map { caller in
            (
                caller, caller.user.map { userNames[$0] ?? String($0) } ?? "others",
                growth(of: \.requests, caller), growth(of: \.busyMilliseconds, caller).map { $0 / 1_000 }
            )
        }.sorted { one, other in
            (one.busy ?? 0, one.requests ?? 0, one.caller.requests, other.name)
                > (other.busy ?? 0, other.requests ?? 0, other.caller.requests, one.name)
        }
    }

    /// The growth of a number of a caller in a second.
    private func growth(
        of number: KeyPath<SigningDaemon.Caller, Int>, _ caller: SigningDaemon.Caller
    ) -> Double? {
        guard let earlier else { return nil }
        let past = earlier.status.callers.first { $0.user == caller.user }
        return Double(max(caller[keyPath: number] - (past?[keyPath: number] ?? 0), 0)) / seconds
    }
}
