/// The shortfall where tokens do not survive an outage of the upstream as long as the operator wants.
///
/// The worst outage begins just before the next refresh, when only the rest of the present token is left.
package struct AvailabilityGap: Equatable, Sendable {
    /// A change of the configuration that closes the gap.
    package enum Remedy: Equatable, Sendable {
        /// Refresh after this part of the life, in percent.
        case refreshAt(percent: Int)
        /// No refresh is early enough: tokens must live this long, with a refresh after this part of it.
        case longerLife(Duration, renewedAt: Int)
        /// A profile that fetches on demand guarantees nothing.
        case notLazy
    }

    package let target: Duration
    /// The life of a token.
    package let life: Duration
    package let survived: Duration
    package let remedy: Remedy

    /// `nil`: the target is met.
    package init?(target: Duration, life: Duration, policy: RefreshPolicy) {
        let life = life.roundedLife
        let window = RefreshWindow(life: life, policy: policy)
        let left = policy.isLazy ? .zero : Duration.milliseconds(life.milliseconds - window.latest)
        guard left < target else { return nil }
        self.target = target
        self.life = life
        survived = left
        remedy = Remedy(for: target, life: life, policy)
    }
}

extension AvailabilityGap.Remedy {
    /// A more frequent refresh would overload an upstream.
    private static let minimumPercent: Int64 = 5

    fileprivate init(for target: Duration, life: Duration, _ policy: RefreshPolicy) {
        guard !policy.isLazy else {
            self = .notLazy
            return
        }
        // The latest moment is the planned one plus its jitter.
        let spread = 1_000 + Int64(policy.jitterPermille)
        let usable = max(0, (life - target).milliseconds)
        let percent = usable * 100_000 / max(1, life.milliseconds * spread)
        guard percent < Self.minimumPercent else {
            self = .refreshAt(percent: Int(percent))
            return
        }
        self = Self.longerLife(for: target, policy)
    }

    /// Keeps the moment of the refresh, or assumes half of the life where it is a time before the end.
    private static func longerLife(for target: Duration, _ policy: RefreshPolicy) -> Self {
        var permille: Int64 = 500
        if case .permilleOfLife(let own) = policy.refreshAt { permille = Int64(own) }
        let kept = max(50, 1_000 - permille * (1_000 + Int64(policy.jitterPermille)) / 1_000)
        let life = Duration.milliseconds(target.milliseconds * 1_000 / kept)
        return .longerLife((life + .seconds(30)).roundedLife, renewedAt: Int(permille / 10))
    }
}

extension AvailabilityGap: CustomStringConvertible {
    package var description: String {
        "an outage of \(target.inWords) would not be survived: \(reason); \(advice)"
    }

    private var reason: String {
        if remedy == .notLazy { return "Lazy=yes fetches no token before a request needs one" }
        return "a token lives \(life.inWords), and in the worst moment \(survived.inWords) of it are left"
    }

    private var advice: String {
        switch remedy {
        case .refreshAt(let percent): "RefreshAt=\(percent)% would do"
        case .longerLife(let life, let percent):
            "tokens that live \(life.inWords), renewed at \(percent)%, would do"
        case .notLazy: "Lazy=no would do"
        }
    }
}

extension Duration {
    fileprivate var inWords: String {
        let seconds = components.seconds
        switch seconds {
        case ..<120: return "\(seconds) s"
        case ..<7_200: return "\(seconds / 60) min"
        default:
            let minutes = seconds / 60 % 60
            return minutes == 0 ? "\(seconds / 3_600) h" : "\(seconds / 3_600) h \(minutes) min"
        }
    }
}

extension Duration {
    /// The life of a token for people: whole minutes where it is long, because the time of the transfer makes tokens
    /// of one kind differ by a second.
    package var roundedLife: Duration {
        let seconds = components.seconds
        return seconds < 600 ? .seconds(seconds) : .seconds((seconds + 30) / 60 * 60)
    }
}
