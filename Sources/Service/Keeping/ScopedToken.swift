internal import API
internal import Kernel
internal import Records
internal import Scoping
internal import Settings
internal import Time
internal import Tokens

/// A token of a profile for one session, which other processes do not share and watchers do not know.
final class ScopedToken: RenewedToken {
    /// The profile that counts its fetches.
    ///
    /// Optional and set afterwards: Swift 6.3 compiles no class of this kind with an initializer of its own.
    private(set) var origin: Profile?

    var usedAt = Instant(nanosecondsSinceBoot: 0)

    convenience init(of origin: Profile, for session: TokenSession, usedAt: Instant) {
        self.init(origin.settings.scoped(to: session), in: origin.context)
        self.usedAt = usedAt
        self.origin = origin
        foundations = origin.foundations
    }

    /// Whether this is the token that requests of the configuration's profiles ask for.
    func isCurrent(among profiles: ProfileTable) -> Bool {
        profiles.all.contains { $0 === origin }
            && foundations.map(ObjectIdentifier.init) == origin?.foundations.map(ObjectIdentifier.init)
    }

    /// Whether a request waits for the token, or a file has it.
    var isInUse: Bool { !waiters.isEmpty || !sinks.isEmpty }

    /// The life that STS is asked for.
    var life: Duration { settings.source.session?.duration ?? .zero }

    override var counted: Profile { origin ?? self }

    override func publish(_ kind: WatchEvent.Kind) {}
    override func takeLock() -> Bool { true }

    /// The number is not stored, so the time makes it differ from one before a restart.
    override func beginGeneration() { generation = max(generation + 1, context.clock.milliseconds()) }

    override var lastGeneration: Int { 0 }

    // systemd keeps a limited number of descriptors.
    override func keepWithSystemd(_ credential: Credential) {}
    override func forgetWithSystemd() {}
}
