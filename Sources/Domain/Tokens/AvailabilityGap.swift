/// That an outage of the upstream cannot be survived for as long as the operator wants, in figures.
///
/// The worst outage begins just before the next token would have been fetched: what is left of the present one is all
/// there is.
package struct AvailabilityGap: Equatable, Sendable {
    /// What would close the gap.
    package enum Remedy: Equatable, Sendable {
        /// Renewing when this part of the life is over, in percent.
        case refreshAt(percent: Int)
        /// No renewal is early enough: a token must live this long, renewed when this part of it is over.
        case longerLife(Duration, renewedAt: Int)
        /// A profile that fetches on demand promises nothing.
        case notLazy
    }

    package let target: Duration
    /// How long a token lives.
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
    /// Renewing more often than this wears an upstream out.
    private static let leastPercent: Int64 = 5

    fileprivate init(for target: Duration, life: Duration, _ policy: RefreshPolicy) {
        guard !policy.isLazy else {
            self = .notLazy
            return
        }
        // The latest moment is the planned one and its jitter.
        let spread = 1_000 + Int64(policy.jitterPermille)
        let usable = max(0, (life - target).milliseconds)
        let percent = usable * 100_000 / max(1, life.milliseconds * spread)
        guard percent < Self.leastPercent else {
            self = .refreshAt(percent: Int(percent))
            return
        }
        self = Self.longerLife(for: target, policy)
    }

    /// With the renewal as it is, or at half of the life where that is a time before the end.
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
        if remedy == .notLazy { return "Lazy=yes renews no token before somebody asks" }
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
