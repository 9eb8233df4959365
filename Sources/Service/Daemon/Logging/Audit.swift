internal import API
internal import Access
internal import Bytes
internal import Settings
internal import Signing
internal import Systemd
internal import Text
internal import Time

/// Records which caller was granted or refused what: written behind the answers of the connections that were served together,
/// so that none of them waits for it; what the journal does not take then stays for later.
///
/// Nothing in it is a secret, a token, a signature, or the value of a parameter.
final class Audit {
    /// Of what is not written; beyond it a user's decisions are counted, refusals from half of it on.
    static let maximumSize = 1_048_576

    let writer: JournalWriter
    var batch = JournalBatch()
    /// `nil`: nothing is recorded.
    private var ledger: AuditLedger?
    /// The kind of the grant that is being recorded.
    private var kind = ByteBuffer()
    private var users = LocalUsers()

    init(_ setting: AuditSetting?, to writer: JournalWriter) {
        self.writer = writer
        ledger = AuditTerms.terms(setting, inJournal: writer.isJournal).map(AuditLedger.init)
    }

    /// After a reload.
    func set(_ setting: AuditSetting?, at now: Instant) {
        users.removeAll()
        let terms = AuditTerms.terms(setting, inJournal: writer.isJournal)
        guard terms?.isSummary != ledger?.terms.isSummary else { return }
        report(at: now, all: true)
        ledger = terms.map(AuditLedger.init)
    }

    var isOn: Bool { ledger != nil }

    /// When `report` has something to report; `nil`: it has nothing.
    var due: Instant? { ledger?.due }

    /// How many bytes wait for a reader.
    var rest: Int { batch.size }

    /// Called when the connections that were served together have their answers.
    func write() {
        guard !batch.isEmpty else { return }
        writer.write(&batch)
    }

    /// Writes what was counted instead of recorded.
    func report(at now: Instant, all: Bool = false) {
        ledger?.report(at: now, all: all) { user, report in
            guard batch.size < Audit.maximumSize else { return nil }
            let start = batch.size
            switch report {
            case .grants(let kind): append(kind, of: user, at: now)
            case .dropped(let series): append(droppedIn: series, of: user)
            }
            batch.endEntry()
            return batch.size - start
        }
        write()
    }
}

extension Audit {
    /// What was asked to be signed, and the answer; the desk would be copied if it could only be read.
    func record(
        _ decision: AuditDecision, on desk: inout SigningDesk, by connection: Connection, at now: Instant
    ) {
        guard isOn else { return }
        let call = AuditCall(&desk, isGrant: decision.isGrant)
        let rule = decision.isGrant ? connection.caller.ruleName(desk.grants.first?.rule) : ""
        if isSummedUp(decision) { composeKind(call, &desk, rule, connection.caller) }
        guard admits(decision, signatures: max(1, call.signatures), by: connection, at: now) else { return }
        let start = batch.size
        appendHead(decision, by: connection)
        append(call, &desk)
        appendEnd(decision, rule, by: connection)
        batch.append("MESSAGE") { text in
            text.append(decision.verb)
            text.append(" ")
            text.append(call.operation)
            text.append(call, &desk)
            append(connection.caller, to: &text)
            text.append(decision, rule)
        }
        endEntry(decision, from: start, at: now)
    }

    /// That a caller wanted a credential itself, and the answer.
    func record(
        _ decision: AuditDecision, onHandoutOf profile: Span<UInt8>, by connection: Connection,
        at now: Instant
    ) {
        record(decision, .credentials, of: profile, by: connection, at: now)
    }

    /// A decision that was made before more of the request was known than its operation and its profile.
    func record(
        _ decision: AuditDecision, _ operation: Operation, of profile: Span<UInt8> = Span(),
        by connection: Connection, at now: Instant
    ) {
        guard isOn else { return }
        let operation = operation.name
        let rule = connection.caller.ruleName(decision.rule)
        if isSummedUp(decision) { composeKind(operation, of: profile, rule, connection.caller) }
        guard admits(decision, signatures: 0, by: connection, at: now) else { return }
        let start = batch.size
        appendHead(decision, by: connection)
        batch.append("OSSAUTHD_OPERATION", operation)
        append(profile: profile)
        appendEnd(decision, rule, by: connection)
        batch.append("MESSAGE") { text in
            text.append(decision.verb)
            text.append(" ")
            text.append(operation)
            if Name.isValid(profile) {
                text.append(" of profile ")
                text.append(profile)
            }
            append(connection.caller, to: &text)
            text.append(decision, rule)
        }
        endEntry(decision, from: start, at: now)
    }

    /// What was done on the admin socket.
    func record(
        _ decision: AuditDecision, _ route: Route, _ request: borrowing ClientRequest,
        by connection: Connection
    ) {
        let now = request.now.boot
        guard isOn, let (action, range) = route.action,
            admits(decision, signatures: 0, by: connection, at: now)
        else { return }
        let profile = String(copying: request.path.extracting(range))
        let start = batch.size
        appendHead(decision, by: connection)
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
            append(nameOf: connection.caller, to: &text)
        }
        endEntry(decision, from: start, at: now)
    }
}

// Whether there is a record.
extension Audit {
    private func isSummedUp(_ decision: AuditDecision) -> Bool {
        decision.isOfRules && decision.isGrant && ledger?.terms.isSummary == true
    }

    /// `false` when the decision is only counted.
    private func admits(
        _ decision: AuditDecision, signatures: Int, by connection: Connection, at now: Instant
    ) -> Bool {
        let user = connection.caller.peer.uid
        let isTaken = batch.size < (decision.isGrant ? Audit.maximumSize : Audit.maximumSize / 2)
        guard isSummedUp(decision) else {
            return ledger?.admits(isGrant: decision.isGrant, of: user, isTaken: isTaken, at: now) ?? false
        }
        return ledger?.admits(kind: kind, of: user, signatures: signatures, isTaken: isTaken, at: now)
            ?? false
    }

    /// In the order of `AuditKind.fields`.
    private func composeKind(_ call: AuditCall, _ desk: inout SigningDesk, _ rule: String, _ caller: Caller) {
        kind.removeAll()
        kind.append(call.operation)
        kind.append(0)
        kind.append(desk.call.request.method.name)
        kind.append(0)
        kind.append(desk.call.request.text[call.bucket])
        kind.append(0)
        kind.append(desk.call.request.text[call.profile])
        kind.append(0)
        appendToKind(rule, caller)
        for name in call.parameters {
            kind.append(desk.call.request.text[name])
            kind.append(" ")
        }
        kind.append(0)
        for source in call.sources {
            kind.append(desk.call.request.text[source.bucket])
            kind.append(" ")
        }
        kind.append(0)
    }

    private func composeKind(
        _ operation: StaticString, of profile: Span<UInt8>, _ rule: String, _ caller: Caller
    ) {
        kind.removeAll()
        kind.append(operation)
        for _ in 0..<3 { kind.append(0) }
        kind.append(profile)
        kind.append(0)
        appendToKind(rule, caller)
        for _ in 0..<2 { kind.append(0) }
    }

    /// The unit, if it is known already: to look at the process for each grant would cost too much.
    private func appendToKind(_ rule: String, _ caller: Caller) {
        kind.append(rule)
        kind.append(0)
        if let unit = caller.peer.facts.unit { kind.append(unit) }
        kind.append(0)
    }
}

// What a record says.
extension Audit {
    func appendHead(_ id: StaticString) {
        batch.append("MESSAGE_ID", id)
        batch.append("PRIORITY", "6")
        batch.append("SYSLOG_IDENTIFIER", "ossauthd")
    }

    func append(_ name: StaticString, _ number: Int) {
        batch.append(name) { bytes in bytes.append(decimal: number) }
    }

    private func appendHead(_ decision: AuditDecision, by connection: Connection) {
        connection.identify()
        appendHead(decision.messageID)
        append("OSSAUTHD_UID", Int(connection.caller.peer.uid))
        if connection.processNumber > 0 { append("OSSAUTHD_PID", Int(connection.processNumber)) }
        let facts = connection.caller.factsOnRecord
        if let unit = facts.unit { append("OSSAUTHD_UNIT", unit.utf8Span.span) }
        if let path = facts.executable { append("OSSAUTHD_EXE", path.utf8Span.span) }
    }

    private func append(_ call: AuditCall, _ desk: inout SigningDesk) {
        batch.append("OSSAUTHD_OPERATION", call.operation)
        append(profile: desk.call.request.text[call.profile])
        batch.append("OSSAUTHD_METHOD", desk.call.request.method.name)
        append("OSSAUTHD_BUCKET", desk.call.request.text[call.bucket])
        append("OSSAUTHD_KEY", desk.call.request.text[call.key])
        for name in call.parameters { append("OSSAUTHD_PARAMETER", desk.call.request.text[name]) }
        for source in call.sources {
            batch.append("OSSAUTHD_SOURCE") { bytes in
                bytes.append(desk.call.request.text[source.bucket])
                bytes.append("/")
                bytes.append(desk.call.request.text[source.key])
            }
        }
        if call.signatures > 1 { append("OSSAUTHD_SIGNATURES", call.signatures) }
        if let expires = call.expires { append("OSSAUTHD_EXPIRES", expires) }
    }

    private func appendEnd(_ decision: AuditDecision, _ rule: String, by connection: Connection) {
        batch.append("OSSAUTHD_VERDICT", decision.verdict)
        switch decision {
        case .granted(let generation), .handedOut(let generation, _):
            append("OSSAUTHD_GENERATION", generation)
            append("OSSAUTHD_RULE", rule.utf8Span.span)
        case .refused(let missing):
            append("OSSAUTHD_MISSING", missing.description.utf8Span.span)
            for rule in connection.caller.rules.rules.prefix(8) {
                append("OSSAUTHD_RULE", rule.name.utf8Span.span)
            }
        case .usedUp, .action, .actionBegun, .actionFailed: break
        }
    }

    private func endEntry(_ decision: AuditDecision, from start: Int, at now: Instant) {
        batch.endEntry()
        ledger?.charge(batch.size - start, forGrant: decision.isGrant, at: now)
    }

    private func append(_ kind: AuditKind, of user: UInt32?, at now: Instant) {
        appendHead(AuditMessage.summary)
        if let user { append("OSSAUTHD_UID", Int(user)) }
        kind.forEachField { name, value in
            batch.append(name) { bytes in bytes.append(kind.text, value) }
        }
        batch.append("OSSAUTHD_VERDICT", "granted")
        append("OSSAUTHD_COUNT", kind.count)
        if kind.signatures > 0 { append("OSSAUTHD_SIGNATURES", kind.signatures) }
        batch.append("MESSAGE") { text in
            text.append("granted ")
            text.append(kind)
            append(nameOf: user, to: &text)
            text.append(", ")
            text.append(decimal: kind.count)
            text.append(kind.count == 1 ? " time in " : " times in ")
            text.append(TimeSpan.text(of: .seconds((now - kind.since).wholeSeconds)))
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
        if let name = caller.peer.userName {
            text.append(name)
        } else {
            append(nameOf: caller.peer.uid, to: &text)
        }
    }

    private func append(nameOf user: UInt32?, to text: inout ByteBuffer) {
        guard let user else { return text.append("other users") }
        if let name = users.name(of: user) { return text.append(name) }
        text.append("user ")
        text.append(decimal: Int(user))
    }

    /// An empty value is left out.
    private func append(_ name: StaticString, _ value: Span<UInt8>) {
        guard value.count > 0 else { return }
        batch.append(name) { bytes in bytes.append(value) }
    }

    /// What no profile can be called is any bytes that a client likes, and as many.
    private func append(profile name: Span<UInt8>) {
        if Name.isValid(name) { append("OSSAUTHD_PROFILE", name) }
    }
}

extension Caller {
    /// What a record says of the process.
    fileprivate var factsOnRecord: ProcessFacts { recordedFacts ?? peer.facts }

    fileprivate func ruleName(_ index: Int?) -> String {
        guard let index, index < rules.rules.count else { return "" }
        return rules.rules[index].name
    }
}
