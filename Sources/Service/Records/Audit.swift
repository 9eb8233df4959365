package import API
package import Access
internal import Auditing
internal import Bytes
package import Callers
package import Settings
internal import Signing
package import Systemd
internal import Text
package import Time

/// Records which caller was granted or refused what.
///
/// Records are written after the answers, so that no answer waits for them. None holds a secret, a token, a signature, or the
/// value of a parameter.
package final class Audit {
    /// The limit of unwritten bytes: above it decisions are only counted, refusals above half of it.
    private static let maximumSize = 1_048_576

    private let writer: JournalWriter
    private var batch = JournalBatch()
    /// `nil`: nothing is recorded.
    private var ledger: AuditLedger?
    /// Those of the present decision, in a reused buffer.
    private var traits = AuditTraits()
    private var users = LocalUsers()

    package init(_ setting: AuditSetting?, to writer: JournalWriter) {
        self.writer = writer
        ledger = AuditTerms.terms(setting, inJournal: writer.isJournal).map(AuditLedger.init)
    }

    /// Applies the setting of a new configuration.
    package func set(_ setting: AuditSetting?, at now: Instant) {
        users.removeAll()
        let terms = AuditTerms.terms(setting, inJournal: writer.isJournal)
        guard terms?.isSummary != ledger?.terms.isSummary else { return }
        report(at: now, all: true)
        ledger = terms.map(AuditLedger.init)
    }

    package var isOn: Bool { ledger != nil }

    /// When the next report is due; `nil`: there is nothing to report.
    var due: Instant? { ledger?.due }

    /// The number of bytes that wait for the journal.
    var pendingBytes: Int { batch.size }

    /// Called after the answers were sent.
    package func write() {
        guard !batch.isEmpty else { return }
        writer.write(&batch)
    }

    /// Writes the counts of decisions without a record.
    package func report(at now: Instant, all: Bool = false) {
        ledger?.report(at: now, all: all) { user, report in
            guard batch.size < Audit.maximumSize else { return nil }
            let start = batch.size
            switch report {
            case .alike(let kind): append(kind, of: user, at: now)
            case .dropped(let series): append(droppedIn: series, of: user)
            }
            batch.endEntry()
            return batch.size - start
        }
        write()
    }
}

extension Audit {
    /// Records a request to sign; `identify` inspects the process, and is called only for records that are written.
    ///
    /// The context is `inout` to avoid a copy.
    package func record(
        _ decision: AuditDecision, on signing: inout SigningContext, by caller: Caller, at now: Instant,
        identify: () -> AuditSubject
    ) {
        guard isOn else { return }
        let rule = decision.isGrant ? caller.ruleName(signing.grants.first?.rule) : ""
        let call = AuditCall(&signing, isGrant: decision.isGrant)
        if isSummedUp(decision) { traits.compose(decision, call, &signing, rule, caller) }
        let signatures = max(1, signing.call.keys.count)
        guard let admission = admit(decision, signatures: signatures, of: caller, at: now) else { return }
        let subject = identify()
        let start = batch.size
        appendHead(decision, by: subject)
        append(call, &signing)
        appendEnd(decision, rule, by: subject)
        batch.append("MESSAGE") { text in
            text.append(decision.verb)
            text.append(" ")
            text.append(call.operation)
            text.append(call, &signing)
            append(subject.caller, to: &text)
            text.append(decision, rule)
        }
        endEntry(admission, from: start, at: now)
    }

    /// Records a decision by its operation and its profile only, as for a request for the credential itself.
    package func record(
        _ decision: AuditDecision, _ operation: Operation, of profile: Span<UInt8>, session: String,
        by caller: Caller, at now: Instant, identify: () -> AuditSubject
    ) {
        guard isOn else { return }
        let operation = operation.name
        let rule = caller.ruleName(decision.rule)
        if isSummedUp(decision) { traits.compose(decision, operation, of: profile, rule, caller) }
        guard let admission = admit(decision, signatures: 0, of: caller, at: now) else { return }
        let subject = identify()
        let start = batch.size
        appendHead(decision, by: subject)
        batch.append("OSSAUTHD_OPERATION", operation)
        append(profile: profile)
        if !session.isEmpty { append("OSSAUTHD_SESSION", session.utf8Span.span) }
        appendEnd(decision, rule, by: subject)
        batch.append("MESSAGE") { text in
            text.append(decision.verb)
            text.append(" ")
            text.append(operation)
            if Name.isValid(profile) {
                text.append(" of profile ")
                text.append(profile)
            }
            if !session.isEmpty { text.append(" for \(session)") }
            append(subject.caller, to: &text)
            text.append(decision, rule)
        }
        endEntry(admission, from: start, at: now)
    }

    /// Records an action on the admin socket; `profile` is empty if the action has none.
    package func record(
        _ decision: AuditDecision, _ action: StaticString, onProfile profile: String, by caller: Caller,
        at now: Instant, identify: () -> AuditSubject
    ) {
        guard isOn, let admission = admit(decision, signatures: 0, of: caller, at: now) else { return }
        let subject = identify()
        let start = batch.size
        appendHead(decision, by: subject)
        batch.append("OSSAUTHD_OPERATION", action)
        append("OSSAUTHD_PROFILE", profile.utf8Span.span)
        batch.append("OSSAUTHD_VERDICT", decision.verdict)
        batch.append("MESSAGE") { text in
            text.append(decision.verdict)
            text.append(" ")
            text.append(action)
            if !profile.isEmpty {
                text.append(" of profile ")
                text.append(printable: profile.utf8Span.span)
            }
            text.append(", wanted by ")
            append(nameOf: subject.caller, to: &text)
        }
        endEntry(admission, from: start, at: now)
    }

    /// Records that a file of a sink was written or removed.
    package func record(
        _ operation: StaticString, onSink sink: SinkSettings, generation: Int?
    ) {
        guard isOn else { return }
        guard batch.size < Audit.maximumSize else {
            writer.lost += 1
            return
        }
        appendHead(AuditMessage.sink)
        batch.append("OSSAUTHD_SINK") { bytes in bytes.append(sink.name) }
        batch.append("OSSAUTHD_PROFILE") { bytes in bytes.append(sink.profile) }
        batch.append("OSSAUTHD_FILE") { bytes in bytes.append(sink.path) }
        if let generation { append("OSSAUTHD_GENERATION", generation) }
        batch.append("OSSAUTHD_OPERATION", operation)
        batch.append("MESSAGE") { text in
            text.append(operation)
            text.append(" ")
            text.append(sink.name)
        }
        batch.endEntry()
    }
}

// Admission.
extension Audit {
    private func isSummedUp(_ decision: AuditDecision) -> Bool {
        decision.isOfRules && ledger?.terms.isSummary == true
    }

    /// `nil` when the decision is only counted.
    private func admit(
        _ decision: AuditDecision, signatures: Int, of caller: Caller, at now: Instant
    ) -> AuditLedger.Admission? {
        let user = caller.peer.uid
        let isTaken = batch.size < (decision.isGrant ? Audit.maximumSize : Audit.maximumSize / 2)
        guard isSummedUp(decision) else {
            return ledger?.admit(isGrant: decision.isGrant, of: user, isTaken: isTaken, at: now)
        }
        return ledger?.admit(traits, of: user, signatures: signatures, isTaken: isTaken, at: now)
    }
}

// The fields.
extension Audit {
    private func appendHead(_ id: StaticString, priority: StaticString = "6") {
        batch.append("MESSAGE_ID", id)
        batch.append("PRIORITY", priority)
        batch.append("SYSLOG_IDENTIFIER", "ossauthd")
    }

    private func append(_ name: StaticString, _ number: Int) {
        batch.append(name) { bytes in bytes.append(decimal: number) }
    }

    private func appendHead(_ decision: AuditDecision, by subject: AuditSubject) {
        appendHead(decision.messageID, priority: decision.priority)
        append("OSSAUTHD_UID", Int(subject.caller.peer.uid))
        if subject.process > 0 { append("OSSAUTHD_PID", Int(subject.process)) }
        let facts = subject.caller.factsOnRecord
        if let unit = facts.unit { append("OSSAUTHD_UNIT", unit.utf8Span.span) }
        if let path = facts.executable { append("OSSAUTHD_EXE", path.utf8Span.span) }
    }

    private func append(_ call: AuditCall, _ signing: inout SigningContext) {
        batch.append("OSSAUTHD_OPERATION", call.operation)
        append(profile: signing.call.request.text[call.profile])
        batch.append("OSSAUTHD_METHOD", signing.call.request.method.name)
        append("OSSAUTHD_BUCKET", signing.call.request.text[call.bucket])
        append("OSSAUTHD_KEY", signing.call.request.text[call.key])
        for name in call.parameters { append("OSSAUTHD_PARAMETER", signing.call.request.text[name]) }
        for source in call.sources {
            batch.append("OSSAUTHD_SOURCE") { bytes in
                bytes.append(signing.call.request.text[source.bucket])
                bytes.append("/")
                bytes.append(signing.call.request.text[source.key])
            }
        }
        if call.signatures > 1 { append("OSSAUTHD_SIGNATURES", call.signatures) }
        if let expires = call.expires { append("OSSAUTHD_EXPIRES", expires) }
    }

    private func appendEnd(_ decision: AuditDecision, _ rule: String, by subject: AuditSubject) {
        batch.append("OSSAUTHD_VERDICT", decision.verdict)
        switch decision {
        case .granted(let generation), .handedOut(let generation, _):
            append("OSSAUTHD_GENERATION", generation)
            append("OSSAUTHD_RULE", rule.utf8Span.span)
        case .refused(let missing):
            append("OSSAUTHD_MISSING", missing.description.utf8Span.span)
            for rule in subject.caller.rules.rules.prefix(8) {
                append("OSSAUTHD_RULE", rule.name.utf8Span.span)
            }
        case .usedUp, .action, .actionBegun, .actionFailed: break
        }
    }

    private func endEntry(_ admission: AuditLedger.Admission, from start: Int, at now: Instant) {
        batch.endEntry()
        ledger?.charge(batch.size - start, for: admission, at: now)
    }

    private func append(_ kind: AuditKind, of user: UInt32?, at now: Instant) {
        appendHead(AuditMessage.summary)
        if let user { append("OSSAUTHD_UID", Int(user)) }
        kind.forEachField { name, value in
            batch.append(name) { bytes in bytes.append(kind.text, value) }
        }
        append("OSSAUTHD_COUNT", kind.count)
        if kind.isGrant, kind.signatures > 0 { append("OSSAUTHD_SIGNATURES", kind.signatures) }
        batch.append("MESSAGE") { text in
            text.append(kind, to: nameOf(user))
            text.append(", ")
            text.append(decimal: kind.count)
            text.append(kind.count == 1 ? " time" : " times")
            let seconds = (now - kind.since).wholeSeconds
            text.append(seconds > 0 ? " in \(TimeSpan.text(of: .seconds(seconds)))" : " within a second")
        }
    }

    private func append(droppedIn series: AuditSeries, of user: UInt32?) {
        appendHead(AuditMessage.dropped)
        if let user { append("OSSAUTHD_UID", Int(user)) }
        append("OSSAUTHD_DROPPED", series.dropped)
        batch.append("MESSAGE") { text in
            text.append(decimal: series.dropped)
            text.append(series.isGrant ? " grants to " : " refusals to ")
            append(nameOf: user, to: &text)
            text.append(" have no record: there were too many")
        }
    }

    /// `to www-data (nginx.service)`, as far as it is known.
    private func append(_ caller: Caller, to text: inout ByteBuffer) {
        text.append(" to ")
        append(nameOf: caller, to: &text)
        let facts = caller.factsOnRecord
        guard let place = facts.unit ?? facts.executable else { return }
        text.append(" (")
        text.append(printable: place.utf8Span.span)
        text.append(")")
    }

    private func append(nameOf caller: Caller, to text: inout ByteBuffer) {
        text.append(name(of: caller) ?? "user \(caller.peer.uid)")
    }

    private func append(nameOf user: UInt32?, to text: inout ByteBuffer) {
        text.append(nameOf(user))
    }

    /// The name of a caller, if it is known without asking the network.
    package func name(of caller: Caller) -> String? {
        caller.peer.userName ?? users.name(of: caller.peer.uid)
    }

    private func nameOf(_ user: UInt32?) -> String {
        guard let user else { return "other users" }
        return users.name(of: user) ?? "user \(user)"
    }

    /// Appends the field unless its value is empty.
    private func append(_ name: StaticString, _ value: Span<UInt8>) {
        guard value.count > 0 else { return }
        batch.append(name) { bytes in bytes.append(value) }
    }

    /// Leaves out an invalid name, because it may contain any bytes and be of any length.
    private func append(profile name: Span<UInt8>) {
        if Name.isValid(name) { append("OSSAUTHD_PROFILE", name) }
    }
}

extension AuditTerms {
    /// `nil`: nothing is recorded.
    fileprivate static func terms(_ setting: AuditSetting?, inJournal isJournal: Bool) -> AuditTerms? {
        switch setting ?? (isJournal ? .summary : .no) {
        case .no: nil
        case .summary: .summary
        case .full: .full
        }
    }
}

extension Caller {
    fileprivate func ruleName(_ index: Int?) -> String {
        guard let index, index < rules.rules.count else { return "" }
        return rules.rules[index].name
    }
}

/// The caller that a record names, with facts about its process.
package struct AuditSubject {
    let caller: Caller
    /// The number of the process when it connected, 0 if unknown; another process may have it now.
    let process: Int32

    package init(_ caller: Caller, process: Int32) {
        self.caller = caller
        self.process = process
    }
}
