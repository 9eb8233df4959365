package import OSSAuthClient
package import Time

/// The state of `top`: the last sample, the history, and the choices of the user.
package struct TopModel: Equatable, Sendable {
    /// More columns than the widest terminal has.
    private static let longestHistory = 512

    enum Order: String, CaseIterable, Sendable {
        case name, left, rate
    }

    private(set) var sample: TopSample?
    private(set) var figures: TopFigures?
    /// The figures of each sample, the newest last.
    private(set) var history: [TopFigures] = []
    /// The error of the last request.
    private(set) var problem: String?
    /// The time of the first failure since the last success.
    private(set) var goneSince: Timestamp?
    /// Why programs cannot connect to the daemon, which answers on the admin socket.
    package var exclusion: String?
    let interval: Duration

    var order = Order.name
    var isReversed = false
    var isPaused = false
    var showsHelp = false
    var filter = ""
    /// Whether the user types the filter.
    var isTyping = false
    /// The number of profiles above the shown ones.
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
    /// The profiles that match the filter, in the chosen order.
    var profiles: [SigningDaemon.Profile] {
        let wanted = filter.lowercased()
        let matching = (sample?.status.profiles ?? []).filter { $0.name.lowercased().holds(wanted) }
        let sorted = matching.sorted { isBefore($0, $1) }
        return isReversed ? sorted.reversed() : sorted
    }

    /// Urgent profiles first: the shortest life, the highest rate.
    private func isBefore(_ left: SigningDaemon.Profile, _ right: SigningDaemon.Profile) -> Bool {
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

extension SigningDaemon.Profile {
    /// The order of profiles without remaining seconds: no end last, no credential first.
    fileprivate var without: Int { signs ? .max : -1 }
}

extension TopModel {
    /// Handles a key; `false`: quit.
    package mutating func press(_ key: Key) -> Bool {
        guard isTyping else { return command(key) }
        type(key)
        return true
    }

    private mutating func type(_ key: Key) {
        switch key {
        case .character(let character): filter.append(character)
        case .backspace: filter = String(filter.dropLast())
        case .escape:
            filter = ""
            isTyping = false
        case .enter: isTyping = false
        case .up, .down, .pageUp, .pageDown, .home, .end: scroll(by: key)
        }
        if case .character = key { scroll = 0 }
    }

    private mutating func command(_ key: Key) -> Bool {
        switch key {
        case .character("q"), .character("Q"): return false
        case .character("?"), .character("h"): showsHelp.toggle()
        case .character("s"): order = order.next
        case .character("r"): isReversed.toggle()
        case .character("p"), .character(" "): isPaused.toggle()
        case .character("/"): isTyping = true
        case .character("k"): scroll(by: .up)
        case .character("j"): scroll(by: .down)
        case .escape:
            if showsHelp { showsHelp = false } else { filter = "" }
        case .up, .down, .pageUp, .pageDown, .home, .end: scroll(by: key)
        case .character, .enter, .backspace: break
        }
        return true
    }

    private mutating func scroll(by key: Key) {
        let step =
            switch key {
            case .up: -1
            case .down: 1
            case .pageUp: -10
            case .pageDown: 10
            case .end: profiles.count
            default: -profiles.count
            }
        scroll = min(max(scroll + step, 0), max(profiles.count - 1, 0))
    }
}

extension TopModel.Order {
    fileprivate var next: TopModel.Order {
        switch self {
        case .name: .left
        case .left: .rate
        case .rate: .name
        }
    }
}

/// The answers of the daemon at one time.
package struct TopSample: Equatable, Sendable {
    let time: Instant
    let status: SigningDaemon.Status
    /// `nil`: the daemon refused them.
    let metrics: Exposition?
    /// The names of the callers by their numbers.
    let userNames: [Int: String]

    package init(
        at time: Instant, _ status: SigningDaemon.Status, _ metrics: Exposition?,
        userNames: [Int: String] = [:]
    ) {
        self.time = time
        self.status = status
        self.metrics = metrics
        self.userNames = userNames
    }
}
