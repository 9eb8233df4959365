package import Time
internal import Tokens

extension StatusReport {
    /// One line for `systemctl status`: how many profiles can sign, when the next token comes, and what is wrong.
    package func summary(at now: Timestamp) -> String {
        let able = profiles.count { $0.state.canSign }
        var parts = ["\(able) of \(profiles.count) profiles can sign"]
        if let next = profiles.compactMap(\.nextRefreshAt).min() {
            parts.append("next refresh in \(shown(next - now))")
        }
        for profile in profiles {
            guard let error = profile.lastError else { continue }
            let since = profile.failingSince.map { " since \(shown($0, at: now))" } ?? ""
            parts.append("\(profile.name): \(error)\(since)")
        }
        return parts.joined(separator: ", ")
    }

    /// As short as it can be said, in UTC like all times of ours.
    private func shown(_ time: Timestamp, at now: Timestamp) -> String {
        let text = time.description
        let clock = text.dropFirst(11).prefix(5)
        return time.day == now.day ? "\(clock) UTC" : "\(text.prefix(10)) \(clock) UTC"
    }

    private func shown(_ seconds: Int64) -> String {
        switch seconds {
        case ..<1: "a moment"
        case ..<120: "\(seconds)s"
        case ..<7_200: "\(seconds / 60)min"
        default: "\(seconds / 3_600)h"
        }
    }
}
