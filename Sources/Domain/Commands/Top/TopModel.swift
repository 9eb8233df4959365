package import Time

/// All that `top` knows: the last look at the daemon, what happened before, and what the user chose.
package struct TopModel: Equatable, Sendable {
    /// As many as the widest terminal has columns.
    private static let longestHistory = 512

    enum Order: String, CaseIterable, Sendable {
        case name, left, rate
    }

    private(set) var sample: TopSample?
    private(set) var figures: TopFigures?
    /// A figure for each look, the newest last.
    private(set) var history: [TopFigures] = []
    /// Why the last look failed, if it did.
    private(set) var problem: String?
    /// Since when no look has succeeded.
    private(set) var goneSince: Timestamp?
    /// Why programs cannot reach the daemon, which answers us.
    package var exclusion: String?
    let interval: Duration

    var order = Order.name
    var isReversed = false
    var isPaused = false
    var showsHelp = false
    var filter = ""
    /// The filter is being typed.
    var isTyping = false
    /// How many profiles are above those that are shown.
    var scroll = 0

    package init(every interval: Duration) {
        self.interval = interval
    }

    package mutating func take(_ sample: TopSample) {
        problem = nil
        goneSince = nil
        guard !isPaused else { return }
        let figures = TopFigures(from: self.sample, to: sample)
        history.append(figures)
        if history.count > TopModel.longestHistory { history.removeFirst() }
        self.figures = figures
        self.sample = sample
    }

    package mutating func fail(_ sentence: String, at now: Timestamp) {
        problem = sentence
        goneSince = goneSince ?? now
    }

    package var hasSample: Bool { sample != nil }
}

extension TopModel {
    /// The profiles that match the filter, in the order that was chosen.
    var profiles: [ProfileStatus] {
        let wanted = filter.lowercased()
        let matching = (sample?.status.profiles ?? []).filter { $0.name.lowercased().holds(wanted) }
        let sorted = matching.sorted { isBefore($0, $1) }
        return isReversed ? sorted.reversed() : sorted
    }

    /// What needs attention first comes first: the shortest life, the highest rate.
    private func isBefore(_ left: ProfileStatus, _ right: ProfileStatus) -> Bool {
        switch order {
        case .name: return left.name < right.name
        case .left:
            let ends = (left.remainingSeconds ?? left.without, right.remainingSeconds ?? right.without)
            return ends.0 == ends.1 ? left.name < right.name : ends.0 < ends.1
        case .rate:
            let rates = (figures?.signatures[left.name] ?? 0, figures?.signatures[right.name] ?? 0)
            return rates.0 == rates.1 ? left.name < right.name : rates.0 > rates.1
        }
    }
}

extension ProfileStatus {
    /// What stands for the seconds that are left where there are none: no end, or nothing that could end.
    fileprivate var without: Int { signs ? .max : -1 }
}
