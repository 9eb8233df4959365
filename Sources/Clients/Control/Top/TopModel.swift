internal import OSSAuthClient
package import Time

/// The state of `top`: the last sample and the history.
package struct TopModel: Equatable, Sendable {
    /// More columns than the widest terminal has.
    private static let longestHistory = 512

    private(set) var sample: TopSample?
    /// The figures of each sample, the newest last.
    private(set) var history: [TopFigures] = []
    /// The error of the last request.
    private(set) var problem: String?
    /// The time of the first failure since the last success.
    private(set) var goneSince: Timestamp?
    /// Why programs cannot connect to the daemon, which answers on the admin socket.
    package var exclusion: String?

    package init() {}

    package mutating func take(_ sample: TopSample) {
        problem = nil
        goneSince = nil
        history.append(TopFigures(from: self.sample, to: sample))
        if history.count > TopModel.longestHistory { history.removeFirst() }
        self.sample = sample
    }

    package mutating func fail(_ sentence: String, at now: Timestamp) {
        problem = sentence
        goneSince = goneSince ?? now
    }

    package var hasSample: Bool { sample != nil }

    var figures: TopFigures? { history.last }

    /// By name; those that do not sign come first, because there may be no room for all.
    var profiles: [SigningDaemon.Profile] {
        (sample?.status.profiles ?? []).sorted {
            $0.signs == $1.signs ? $0.name < $1.name : !$0.signs
        }
    }
}
