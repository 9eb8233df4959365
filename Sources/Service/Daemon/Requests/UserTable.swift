internal import API
internal import Metrics

/// What is counted of each user's requests.
struct UserTable {
    /// With user namespaces a host may have very many; those beyond share a place.
    private static let most = 1_000
    /// The busiest are what somebody looks for.
    private static let mostReported = 100

    private var places: [UInt32: UserCounts] = [:]
    private let others = UserCounts(of: nil)

    mutating func counts(of user: UInt32) -> UserCounts {
        if let known = places[user] { return known }
        guard places.count < UserTable.most else { return others }
        let new = UserCounts(of: user)
        places[user] = new
        return new
    }

    /// The busiest first.
    var report: [CallerReport] {
        let all = places.values.map(\.report) + [others.report]
        return Array(
            all.filter { $0.requests > 0 }
                .sorted { ($0.requests, $1.user ?? .max) > ($1.requests, $0.user ?? .max) }
                .prefix(UserTable.mostReported))
    }
}

/// The place of one user, which his connections hold on to, so that counting is an addition.
final class UserCounts {
    private(set) var report: CallerReport

    init(of user: UInt32?) {
        report = CallerReport(user: user, requests: 0, refused: 0, failed: 0)
    }

    func note(_ verdict: Verdict) {
        report.requests += 1
        switch verdict {
        case .answered: break
        case .notAllowed, .rateLimited, .invalid: report.refused += 1
        case .noCredential, .failed: report.failed += 1
        }
    }
}
