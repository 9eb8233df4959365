internal import API
internal import Access
internal import Bytes
internal import Signing
internal import Systemd
internal import Text
internal import Time

/// Records who was granted or refused what: one entry of the journal for each decision, written behind the
/// answers of those who were found together, so that none of them waits for it; what the journal does not take then stays
/// for later.
///
/// Nothing in it is a secret, a token, a signature or a query string.
final class Audit {
    /// Of what is not written; beyond it a user's decisions are counted, refusals from half of it on.
    static let maximumSize = 1_048_576

    let writer: JournalWriter
    private(set) var isOn: Bool
    var batch = JournalBatch()
    private var table = AuditTable()

    init(_ setting: Bool?, to writer: JournalWriter) {
        self.writer = writer
        isOn = setting ?? writer.isJournal
    }

    func set(_ setting: Bool?) {
        isOn = setting ?? writer.isJournal
    }

    /// How many bytes wait for a reader.
    var rest: Int { batch.size }

    /// Called when those who were found together have their answers.
    func write() {
        guard !batch.isEmpty else { return }
        writer.write(&batch)
    }

    /// Writes what stayed, as far as it is taken now; then, and at the end, what was left out is told also of those who
    /// never came again.
    func flush() {
        write()
        guard batch.isEmpty else { return }
        for series in table.series { tell(ofDroppedIn: series) }
        write()
    }
}

extension Audit {
    /// What was asked to be signed, and the answer; the desk would be copied for one who may only read it.
    func record(
        _ decision: AuditDecision, on desk: inout SigningDesk, by connection: Connection, at now: Instant
    ) {
        guard isOn, begin(decision, by: connection, at: now) else { return }
        let call = AuditCall(&desk)
        batch.append("OSSAUTHD_OPERATION", call.operation)
        append(profile: desk.call.request.text[call.profile])
        batch.append("OSSAUTHD_METHOD", desk.call.request.method.name)
        append("OSSAUTHD_BUCKET", desk.call.request.text[call.bucket])
        append("OSSAUTHD_KEY", desk.call.request.text[call.key])
        if call.signatures > 1 { append("OSSAUTHD_SIGNATURES", call.signatures) }
        if let expires = call.expires { append("OSSAUTHD_EXPIRES", expires) }
        appendEnd(decision, rule: desk.grants.first?.rule, by: connection)
    }

    /// That somebody wanted a credential itself, and the answer.
    func record(
        _ decision: AuditDecision, onHandoutOf profile: Span<UInt8>, by connection: Connection,
        at now: Instant
    ) {
        guard isOn, begin(decision, by: connection, at: now) else { return }
        batch.append("OSSAUTHD_OPERATION", Operation.credentials.name)
        append(profile: profile)
        appendEnd(decision, rule: decision.rule, by: connection)
    }

    /// What was done on the admin socket.
    func record(
        _ decision: AuditDecision, _ route: Route, _ request: borrowing ClientRequest,
        by connection: Connection
    ) {
        guard isOn, let (action, profile) = route.action,
            begin(decision, by: connection, at: request.now.boot)
        else { return }
        batch.append("OSSAUTHD_OPERATION", action)
        append("OSSAUTHD_PROFILE", request.path.extracting(profile))
        batch.append("OSSAUTHD_VERDICT", decision.verdict)
        batch.append("MESSAGE") { text in
            text.append(action)
            text.append(" by user ")
            text.append(decimal: Int(connection.caller.peer.uid))
            text.append(" ")
            text.append(decision.verdict)
        }
        batch.endEntry()
    }
}

extension Audit {
    /// `false` when the user has had so many records that this one is only counted.
    private func begin(_ decision: AuditDecision, by connection: Connection, at now: Instant) -> Bool {
        let user = connection.caller.peer.uid
        let series = table.series(of: user, isGrant: decision.isGrant, at: now)
        let room = decision.isGrant ? Audit.maximumSize : Audit.maximumSize / 2
        guard batch.size < room, series.hasRoom(at: now) else {
            series.drop()
            return false
        }
        series.take(at: now)
        tell(ofDroppedIn: series)
        connection.identify()
        let caller = connection.caller
        appendHead(decision.messageID)
        append("OSSAUTHD_UID", Int(user))
        if connection.processNumber > 0 { append("OSSAUTHD_PID", Int(connection.processNumber)) }
        let facts = caller.recordedFacts ?? caller.peer.facts
        if let unit = facts.unit { append("OSSAUTHD_UNIT", unit.utf8Span.span) }
        if let path = facts.executable { append("OSSAUTHD_EXE", path.utf8Span.span) }
        return true
    }

    func appendHead(_ id: StaticString) {
        batch.append("MESSAGE_ID", id)
        batch.append("PRIORITY", "6")
        batch.append("SYSLOG_IDENTIFIER", "ossauthd")
    }

    private func appendEnd(_ decision: AuditDecision, rule: Int?, by connection: Connection) {
        batch.append("OSSAUTHD_VERDICT", decision.verdict)
        switch decision {
        case .granted(let generation), .handedOut(let generation, _):
            append("OSSAUTHD_GENERATION", generation)
            let rules = connection.caller.rules.rules
            if let rule, rule < rules.count {
                append("OSSAUTHD_RULE", rules[rule].name.utf8Span.span)
            }
        case .refused(let missing):
            append("OSSAUTHD_MISSING", missing.description.utf8Span.span)
            for rule in connection.caller.rules.rules.prefix(8) {
                append("OSSAUTHD_RULE", rule.name.utf8Span.span)
            }
        case .usedUp, .action, .actionBegun, .actionFailed: break
        }
        batch.append("MESSAGE") { text in
            text.append(decision.verdict)
            text.append(" to user ")
            text.append(decimal: Int(connection.caller.peer.uid))
        }
        batch.endEntry()
    }

    private func tell(ofDroppedIn series: AuditSeries) {
        let count = series.takeDropped()
        guard count > 0 else { return }
        appendHead(AuditMessage.dropped)
        append("OSSAUTHD_UID", Int(series.user))
        append("OSSAUTHD_DROPPED", count)
        batch.append("MESSAGE") { text in
            text.append(series.isGrant ? "more grants to user " : "more refusals to user ")
            text.append(decimal: Int(series.user))
            text.append(" than are recorded or taken, left out: ")
            text.append(decimal: count)
        }
        batch.endEntry()
    }

    /// Nothing is said of what is not there.
    private func append(_ name: StaticString, _ value: Span<UInt8>) {
        guard value.count > 0 else { return }
        batch.append(name) { bytes in bytes.append(value) }
    }

    /// What no profile can be called is any bytes that a client likes, and as many.
    private func append(profile name: Span<UInt8>) {
        if Name.isValid(name) { append("OSSAUTHD_PROFILE", name) }
    }

    func append(_ name: StaticString, _ number: Int) {
        batch.append(name) { bytes in bytes.append(decimal: number) }
    }
}
