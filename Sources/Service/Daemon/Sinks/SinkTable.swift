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
    private var sinks: [Sink] = []
    private var notices: [String: NoticeDelivery] = [:]
    private var retry: Timer?
    /// Why a file could not be written when it was last tried, so that it is not said each minute.
    private var failures: [String: String] = [:]
    /// What was said of readers whose margin no token keeps.
    private var warnings: [String: String] = [:]

    init(in surroundings: Surroundings, audit: Audit) {
        self.surroundings = surroundings
        self.audit = audit
    }

    /// Takes up what the configuration says now; files that it no longer names stay as they are.
    func set(_ settings: [SinkSettings]) {
        sinks = settings.map { wanted in sinks.first { $0.settings == wanted } ?? Sink(wanted) }
        failures = failures.filter { name, _ in settings.contains { $0.name == name } }
        warnings = warnings.filter { name, _ in settings.contains { $0.name == name } }
        notices = notices.filter { name, _ in settings.contains { $0.name == name } }
    }

    /// Called when a profile may have another token than before.
    func keepFresh(with profiles: ProfileTable) {
        let now = surroundings.clock.now()
        var isComplete = true
        for sink in sinks {
            guard let profile = profiles[sink.settings.profile.utf8Span.span] else { continue }
            // A chain looks at its members only when it is asked.
            if profile.isChain { _ = profile.credential(living: 0, at: now) }
            if !keepFresh(sink, with: profile, at: now) { isComplete = false }
        }
        if !isComplete { tryAgain(with: profiles, at: now.boot + SinkTable.pause) }
    }

    private func keepFresh(_ sink: Sink, with profile: Profile, at now: Moment) -> Bool {
        do throws(SystemError) {
            let change = try sink.keepFresh(with: profile.credential, of: profile.settings)
            if case .nothing = change { return true }
            failures[sink.settings.name] = nil
            audit.record(change, of: sink.settings)
            note(change, of: sink)
            notify(of: sink)
            return true
        } catch {
            let record = LogRecord.sinkNotWritten(sink: sink.settings.name, reason: "\(error)")
            if failures.updateValue(record.message, forKey: sink.settings.name) != record.message {
                surroundings.log.write(record)
            }
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
        delivery.whenFailed = { [unowned self] reason in
            surroundings.log.write(.sinkNoticeFailed(sink: name, reason: reason))
        }
        delivery.deliver()
    }

    private func tryAgain(with profiles: ProfileTable, at time: Instant) {
        do throws(SystemError) {
            retry = try Timer(on: surroundings.loop) { [unowned self, weak profiles] in
                if let profiles { keepFresh(with: profiles) }
            }
            try retry?.arm(atBootNanoseconds: time.nanosecondsSinceBoot)
        } catch {
            surroundings.log.write(.unexpected("\(error)"))
        }
    }
}
