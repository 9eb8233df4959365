internal import OSSAuthClient

extension SigningDaemon.Profile {
    /// Whether the profile fetches its tokens from a server.
    package var isRefreshable: Bool { !["manual", "static", "remote-signer", "chain"].contains(source) }

    /// Whether it fetches its credential only on the first request.
    var fetchesOnDemand: Bool {
        isRefreshable && nextRefreshAt == nil && lastError == nil && forgottenAt == nil
    }

    /// Whether it fetches its first credential without an error so far, as in the first second after a reload.
    var fetchesFirstCredential: Bool { isFetching && !signs && lastError == nil }

    /// Why a refresh is not possible; `nil`: it is.
    package var noteOnRefresh: String? {
        switch source {
        case "manual":
            "profile '\(name)' has Source=manual and cannot be refreshed; run 'ossauthctl credentials set \(name)'"
        case "remote-signer":
            "profile '\(name)' has Source=remote-signer: its server signs, and there is no token to fetch"
        case "chain": "profile '\(name)' has Source=chain and cannot be refreshed; refresh its members"
        default: nil
        }
    }

    /// The part of the life of its credential that is left, from 0 to 1; `nil`: begin or end are unknown.
    var lifeLeft: Double? {
        guard let expiration, let fetchedAt, let remainingSeconds, expiration > fetchedAt else { return nil }
        return Double(remainingSeconds) / ((expiration - fetchedAt) / .seconds(1))
    }
}

extension SigningDaemon.Status {
    /// The keys that need a restart; `nil`: none.
    var noteOnRestart: String? {
        guard !restartNeededFor.isEmpty else { return nil }
        return
            "\(restartNeededFor.joined(separator: ", ")): the change takes effect at the next restart"
    }
}
