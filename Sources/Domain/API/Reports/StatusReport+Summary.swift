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
            if let error = profile.lastError { parts.append("\(profile.name): \(error)") }
        }
        return parts.joined(separator: ", ")
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
