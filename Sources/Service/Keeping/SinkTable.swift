internal import EventLoop
package import Kernel
package import Records
package import Settings
internal import Time
internal import Tokens

/// The sinks of the configuration: keeps their files fresh.
package final class SinkTable {
    /// The pause between two attempts: a folder may be created, or a file system mounted.
    private static let pause = Duration.seconds(60)

    private let context: ProfileContext
    private let audit: Audit
    private let scopedTokens: ScopedTokens
    /// The profiles and scoped tokens that have sinks.
    private var bearers: [Profile] = []
    private var retry: Timer?
    private var isToTryAgain = false
    /// The warnings about `Margin=` that were logged.
    private var warnings: [String: String] = [:]

    package init(in context: ProfileContext, _ scopedTokens: ScopedTokens, audit: Audit) throws(SystemError) {
        self.context = context
        self.scopedTokens = scopedTokens
        self.audit = audit
        retry = try Timer(on: context.loop) { [unowned self] in
            isToTryAgain = false
            keepFresh()
        }
    }

    /// Applies a new configuration; files that it no longer has are not removed.
    package func set(_ settings: [SinkSettings], of profiles: ProfileTable) {
        let old = Dictionary(
            uniqueKeysWithValues: bearers.flatMap(\.sinks).map { ($0.settings.name, $0) })
        // Replaced profiles lose their sinks too: their tokens must not reach the files any more.
        for bearer in bearers { bearer.sinks = [] }
        bearers = []
        for wanted in settings {
            guard let bearer = bearer(of: wanted, among: profiles) else { continue }
            let known = old[wanted.name].flatMap { $0.settings.isSame(as: wanted) ? $0 : nil }
            // The document names the endpoint, which may have changed.
            known?.isInDoubt = true
            bearer.sinks.append(known ?? Sink(wanted))
            if !bearers.contains(where: { $0 === bearer }) { bearers.append(bearer) }
        }
        let names = Set(settings.map(\.name))
        warnings = warnings.filter { names.contains($0.key) }
    }

    /// The profile, or the scoped token, that a sink is written from.
    private func bearer(of sink: SinkSettings, among profiles: ProfileTable) -> Profile? {
        guard let profile = profiles[sink.profile.utf8Span.span] else { return nil }
        guard let session = sink.session else { return profile }
        do throws(SystemError) {
            return try scopedTokens.token(of: profile, for: session, at: context.clock.now().boot)
        } catch {
            context.log.write(.sinkNotWritten(sink: sink.name, reason: "\(error)"))
            return nil
        }
    }

    package func keepFresh() {
        for bearer in bearers { keepFresh(with: bearer) }
    }

    /// Called when this profile may have another token.
    package func keepFresh(with profile: Profile) {
        guard !profile.sinks.isEmpty else { return }
        let now = context.clock.now()
        // A chain checks its members only on demand.
        _ = profile.credential(living: 0, at: now)
        for sink in profile.sinks where !keepFresh(sink, with: profile, at: profile.time(at: now)) {
            tryAgain(at: now.boot + SinkTable.pause)
        }
    }

    private func keepFresh(_ sink: Sink, with profile: Profile, at now: Timestamp) -> Bool {
        do throws(SystemError) {
            let change = try sink.keepFresh(with: profile, at: now)
            sink.failure = nil
            record(change, of: sink)
            return true
        } catch {
            let record = LogRecord.sinkNotWritten(
                sink: sink.settings.name, reason: "\(error)\(error.advice(onFolder: sink.settings.folder))")
            if sink.failure != record.message { context.log.write(record) }
            sink.failure = record.message
            return false
        }
    }

    private func record(_ change: Sink.Change, of sink: Sink) {
        switch change {
        case .nothing: break
        case .removed: audit.record("remove-sink", onSink: sink.settings, generation: nil)
        case .written(let credential):
            audit.record("write-sink", onSink: sink.settings, generation: credential.generation)
            context.log.write(.sinkWritten(sink: sink.settings.name, generation: credential.generation))
            checkMargin(of: sink, with: credential)
        }
    }

    private func checkMargin(of sink: Sink, with credential: Credential) {
        guard let broken = sink.brokenMargin(with: credential) else { return }
        let record = LogRecord.sinkMarginBroken(
            sink: sink.settings.name, margin: TimeSpan.text(of: broken.margin),
            life: TimeSpan.text(of: broken.life))
        if warnings.updateValue(record.message, forKey: sink.settings.name) != record.message {
            context.log.write(record)
        }
    }

    /// A later failure does not postpone the retry.
    private func tryAgain(at time: Instant) {
        guard !isToTryAgain else { return }
        isToTryAgain = true
        retry?.arm(atBootNanoseconds: time.nanosecondsSinceBoot)
    }
}

extension SinkSettings {
    /// `==` of two paths is no equality of bytes.
    fileprivate func isSame(as other: SinkSettings) -> Bool {
        self == other && path.utf8.elementsEqual(other.path.utf8)
    }
}
