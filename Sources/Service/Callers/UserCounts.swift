package import API
package import Metrics

/// The request counts of each user.
package struct UserTable {
    /// With user namespaces a host may have very many users; further users share one entry.
    private static let maximumUsers = 1_000
    private static let maximumReported = 100

    private var users: [UInt32: UserCounts] = [:]
    private let others = UserCounts(of: nil)

    package init() {}

    package mutating func counts(of user: UInt32) -> UserCounts {
        if let known = users[user] { return known }
        guard users.count < UserTable.maximumUsers else { return others }
        let new = UserCounts(of: user)
        users[user] = new
        return new
    }

    /// The users who sent requests, the one that took most time first.
    package var report: [CallerReport] {
        let all = users.values.map(\.report) + [others.report]
        return Array(
            all.filter { $0.requests > 0 }
                .sorted {
                    ($0.nanoseconds, $0.requests, $1.user ?? .max)
                        > ($1.nanoseconds, $1.requests, $0.user ?? .max)
                }
                .prefix(UserTable.maximumReported))
    }
}

/// The counts of one user; its callers refer to them, so that counting needs no lookup.
package final class UserCounts {
    private(set) var report: CallerReport

    init(of user: UInt32?) {
        report = CallerReport(user: user, requests: 0, refused: 0, failed: 0, nanoseconds: 0)
    }

    package func note(_ nanoseconds: Int64) {
        report.nanoseconds += nanoseconds
    }

    package func note(_ verdict: Verdict) {
        report.requests += 1
        switch verdict {
        case .answered: break
        case .notAllowed, .rateLimited, .invalid: report.refused += 1
        case .noCredential, .failed: report.failed += 1
        }
    }
}
