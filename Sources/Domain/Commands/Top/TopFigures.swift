internal import Time

/// What came of two looks at the daemon: how much happened between them, a second.
struct TopFigures: Equatable, Sendable {
    /// One kind of request, or one who asks.
    struct Count: Equatable, Sendable {
        let name: String
        var rate: Double?
        var total: Double
        var refused: Double
        var failed: Double
    }

    private(set) var requests: Double?
    private(set) var refusals: Double?
    private(set) var median: Double?
    private(set) var slow: Double?
    /// The share of a processor.
    private(set) var processor: Double?
    private(set) var operations: [Count] = []
    private(set) var callers: [Count] = []
    /// Signatures of each profile, a second.
    private(set) var signatures: [String: Double] = [:]

    /// `earlier` is `nil` at the first look.
    init(from earlier: TopSample?, to later: TopSample) {
        let seconds = earlier.map { Double((later.time - $0.time).nanoseconds) / 1e9 } ?? 0
        readCallers(from: earlier, to: later, seconds: seconds)
        guard let metrics = later.metrics else { return }
        let change = Change(from: earlier?.metrics, to: metrics, seconds: seconds)
        readOperations(change)
        processor = change.rate("ossauthd_process_cpu_seconds_total")
        signatures = change.rates("ossauthd_signatures_total", by: "profile") { _ in true }
        let quantiles = Quantiles("ossauthd_request_duration_seconds", from: change.earlier, to: metrics)
        median = quantiles.nanoseconds(0.5)
        slow = quantiles.nanoseconds(0.99)
    }

    private mutating func readOperations(_ change: Change) {
        let name = "ossauthd_requests_total"
        requests = change.rate(name)
        let refusedRates = change.rates(name, by: "operation", where: TopFigures.isRefusal)
        refusals = requests == nil ? nil : refusedRates.values.reduce(0, +)
        let rates = change.rates(name, by: "operation") { _ in true }
        let refused = change.later.values(name, by: "operation", where: TopFigures.isRefusal)
        let failed = change.later.values(name, by: "operation", where: TopFigures.isFailure)
        operations = change.later.values(name, by: "operation")
            .filter { $0.value > 0 }
            .map { operation, total in
                Count(
                    name: operation, rate: rates[operation], total: total, refused: refused[operation] ?? 0,
                    failed: failed[operation] ?? 0)
            }
            .sorted { $0.isBusier(than: $1) }
    }

    private mutating func readCallers(from earlier: TopSample?, to later: TopSample, seconds: Double) {
        let isSame = earlier?.status.process == later.status.process && seconds > 0
        let before = isSame ? earlier?.status.callers : nil
        callers = later.status.callers.map { caller in
            let past = before?.first { $0.user == caller.user }?.requests ?? 0
            return Count(
                name: caller.user.map { later.userNames[$0] ?? String($0) } ?? "others",
                rate: before.map { _ in max(Double(caller.requests) - Double(past), 0) / seconds },
                total: Double(caller.requests), refused: Double(caller.refused), failed: Double(caller.failed)
            )
        }
        callers.sort { $0.isBusier(than: $1) }
    }

    /// Said no, because of who asked or what for.
    private static func isRefusal(_ labels: [String: String]) -> Bool {
        guard let verdict = labels["verdict"] else { return false }
        return verdict != "answered" && !isFailure(labels)
    }

    /// Could not say yes.
    private static func isFailure(_ labels: [String: String]) -> Bool {
        labels["verdict"] == "failed" || labels["verdict"] == "no-credential"
    }
}

extension TopFigures.Count {
    fileprivate func isBusier(than other: TopFigures.Count) -> Bool {
        (rate ?? 0, total, other.name) > (other.rate ?? 0, other.total, name)
    }
}

/// Two expositions, and the time between them.
private struct Change {
    /// `nil` where there is none that counts up to the later one.
    let earlier: Exposition?
    let later: Exposition
    let seconds: Double

    init(from earlier: Exposition?, to later: Exposition, seconds: Double) {
        // A daemon that was started anew counts from zero.
        let name = "ossauthd_process_start_time_seconds"
        let isSame = earlier.map { $0.value(name) == later.value(name) } ?? false
        self.earlier = isSame && seconds > 0 ? earlier : nil
        self.later = later
        self.seconds = seconds
    }

    func rate(_ name: String) -> Double? {
        guard let before = earlier?.value(name), let now = later.value(name) else { return nil }
        return max(now - before, 0) / seconds
    }

    func rates(
        _ name: String, by label: String, where matches: ([String: String]) -> Bool
    ) -> [String: Double] {
        guard let earlier else { return [:] }
        let before = earlier.values(name, by: label, where: matches)
        return later.values(name, by: label, where: matches).reduce(into: [:]) { rates, now in
            rates[now.key] = max(now.value - (before[now.key] ?? 0), 0) / seconds
        }
    }
}
