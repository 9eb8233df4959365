internal import EventLoop
internal import Kernel
internal import Settings
internal import Time
internal import Tokens

/// The sinks of the configuration: keeps their files fresh, and tells those who read them.
final class SinkTable {
    /// A file that cannot be written may be writable soon: a mount, a folder that somebody makes.
    private static let pause = Duration.seconds(60)

    private let surroundings: Surroundings
    private let audit: Audit
    private var profiles = ProfileTable([], default: nil)
    private var notices: [String: NoticeDelivery] = [:]
    private var retry: Timer?
    private var isToTryAgain = false
    /// What was said of readers whose margin no token keeps.
    private var warnings: [String: String] = [:]

    init(in surroundings: Surroundings, audit: Audit) {
        self.surroundings = surroundings
        self.audit = audit
    }

    /// Takes up what the configuration says now; files that it no longer names stay as they are.
    func set(_ settings: [SinkSettings], of profiles: ProfileTable) {
        let old = Dictionary(
            uniqueKeysWithValues: self.profiles.all.flatMap(\.sinks).map { ($0.settings.name, $0) })
        // Also of those that were replaced: what settles with them must not reach the files any more.
        for profile in self.profiles.all + profiles.all { profile.sinks = [] }
        self.profiles = profiles
        for wanted in settings {
            guard let profile = profiles[wanted.profile.utf8Span.span] else { continue }
            let known = old[wanted.name].flatMap { $0.settings == wanted ? $0 : nil }
            // The profile may have another endpoint now, which the document names.
            known?.isInDoubt = true
            profile.sinks.append(known ?? Sink(wanted))
        }
        let wanted = Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0.notice) })
        warnings = warnings.filter { wanted[$0.key] != nil }
        notices = notices.filter { name, delivery in wanted[name] == delivery.notice }
    }

    /// Called when all are to be looked at.
    func keepFresh() {
        for profile in profiles.all { keepFresh(with: profile) }
    }

    /// Called when this profile may have another token than before.
    func keepFresh(with profile: Profile) {
        guard !profile.sinks.isEmpty else { return }
        let now = surroundings.clock.now()
        // A chain looks at its members only when it is asked.
        if profile.isChain { _ = profile.credential(living: 0, at: now) }
        for sink in profile.sinks where !keepFresh(sink, with: profile, at: profile.time(at: now)) {
            tryAgain(at: now.boot + SinkTable.pause)
        }
    }

    private func keepFresh(_ sink: Sink, with profile: Profile, at now: Timestamp) -> Bool {
        do throws(SystemError) {
            let change = try sink.keepFresh(with: profile, at: now)
            sink.failure = nil
            if case .nothing = change { return true }
            audit.record(change, of: sink.settings)
            note(change, of: sink)
            notify(of: sink)
            return true
        } catch {
            let record = LogRecord.sinkNotWritten(sink: sink.settings.name, reason: "\(error)")
            if sink.failure != record.message { surroundings.log.write(record) }
            sink.failure = record.message
            return false
        }
    }

    private func note(_ change: Sink.Change, of sink: Sink) {
        guard case .written(let credential) = change else { return }
        surroundings.log.write(
            .sinkWritten(sink: sink.settings.name, generation: credential.generation))
        guard let broken = sink.brokenMargin(with: credential) else { return }
        let record = LogRecord.sinkMarginBroken(
            sink: sink.settings.name, margin: TimeSpan.text(of: broken.margin),
            life: TimeSpan.text(of: broken.life))
        if warnings.updateValue(record.message, forKey: sink.settings.name) != record.message {
            surroundings.log.write(record)
        }
    }

    private func notify(of sink: Sink) {
        guard let notice = sink.settings.notice else { return }
        let name = sink.settings.name
        let delivery = notices[name] ?? NoticeDelivery(notice, in: surroundings.loop)
        notices[name] = delivery
        delivery.whenDone = { [unowned self, weak sink] reason in
            let record = reason.map { LogRecord.sinkNoticeFailed(sink: name, reason: $0) }
            if let record { surroundings.log.write(record) }
            sink?.noticeFailure = record?.message
        }
        delivery.deliver()
    }

    /// What fails later does not put it off.
    private func tryAgain(at time: Instant) {
        guard !isToTryAgain else { return }
        do throws(SystemError) {
            try retryTimer().arm(atBootNanoseconds: time.nanosecondsSinceBoot)
            isToTryAgain = true
        } catch {
            surroundings.log.write(.unexpected("\(error)"))
        }
    }

    private func retryTimer() throws(SystemError) -> Timer {
        if let retry { return retry }
        let timer = try Timer(on: surroundings.loop) { [unowned self] in
            isToTryAgain = false
            keepFresh()
        }
        retry = timer
        return timer
    }
}
