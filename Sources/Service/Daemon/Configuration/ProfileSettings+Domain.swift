internal import API
internal import Exchange
internal import Settings
internal import Tokens

// The words of the configuration in the terms of those who act on them.
extension ProfileSettings {
    var defaults: ProfileDefaults {
        ProfileDefaults(
            name: name,
            place: ProfileDefaults.Place(
                endpoint: signing.endpoint?.text ?? "", region: signing.region ?? "",
                bucket: signing.bucket ?? "",
                cloudBoxID: signing.cloudBoxID ?? ""),
            addressing: signing.addressing, version: signing.version)
    }

    var refreshPolicy: RefreshPolicy {
        var policy = RefreshPolicy()
        switch refresh.refreshAt {
        case .share(let percent): policy.refreshAt = .permilleOfLife(percent * 10)
        case .beforeEnd(let duration): policy.refreshAt = .beforeEnd(duration)
        }
        policy.jitterPermille = refresh.jitterPercent * 10
        policy.minRemaining = refresh.minRemaining
        policy.retryInitial = refresh.retryInitial
        policy.retryMax = refresh.retryMax
        // A file is there for readers who cannot ask.
        policy.isLazy = refresh.isLazy && readersMargin == nil
        policy.readersMargin = readersMargin.map { $0 + Sink.timeToWrite } ?? .zero
        return policy
    }
}
