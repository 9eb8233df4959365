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
/// No record holds a secret, a token, a signature, or the value of a parameter.
package final class Audit {
    /// The limit of unwritten bytes.
    private static let maximumSize = 1_048_576

    private let writer: JournalWriter
    private var batch = JournalBatch()
    /// The number of times that the journal had taken everything.
    private var epoch = 0
    private var setting: AuditSetting
    private var ledger = AuditLedger()
    /// The record of the present decision, in reused memory.
    private var present = AuditEntry()
    /// The records that take further requests until the end of this second.
    private var gathering: [ObjectIdentifier: (series: AuditSeries, entry: AuditEntry)] = [:]
    private var users = LocalUsers()

    package init(_ setting: AuditSetting?, to writer: JournalWriter) {
        self.writer = writer
        self.setting = setting ?? (writer.isJournal ? .summary : .no)
    }

    /// Applies the setting of a new configuration.
    package func set(_ setting: AuditSetting?) {
        users.removeAll()
        self.setting = setting ?? (writer.isJournal ? .summary : .no)
    }

    /// When the next report is due; `nil`: there is nothing to report.
    var due: Instant? { ledger.due }

    /// The number of bytes that wait for the journal.
    var pendingBytes: Int { batch.size }

    /// Whether an action of an operator would have a record.
    package var hasRoom: Bool { batch.size < Audit.maximumSize }

    package func write() {
        guard !batch.isEmpty else { return }
        writer.write(&batch)
        if batch.isEmpty { epoch += 1 }
    }

    /// Writes what was gathered, and the counts that are due.
    package func report(at now: Instant, all: Bool = false) {
        for (series, entry) in gathering.values { finish(entry, of: series) }
        gathering.removeAll(keepingCapacity: true)
        ledger.report(at: now, all: all) { series, count in
            guard hasRoom else { return false }
            append(count, of: series, at: now)
            return true
        }
        write()
    }

    /// Records a request to sign; `false`: it must be refused, because it would leave no record.
    ///
    /// `identify` inspects the process, and is called only for records that are written. The context is `inout` to avoid a copy.
    package func record(
        _ decision: AuditDecision, on signing: inout SigningContext, by caller: Caller, at now: Instant,
        identify: () -> AuditSubject
    ) -> Bool {
        let setting = decision.isGrant ? caller.setting(of: signing.grants, or: setting) : setting
        guard setting != .no else { return true }
        let rule = decision.isGrant ? caller.ruleName(signing.grants.first?.rule) : ""
        let kind = decision.isGrant ? signing.call.auditClass : .refusal
        let series = ledger.series(kind, isFull: setting == .full, of: caller.peer.uid, at: now)
        let place = place(in: series, forKeys: signing.call.signaturesOnRecord, at: now)
        switch place {
        case .refused: return false
        case .counted: count(decision, on: &signing, ledger.count(in: series, of: rule, at: now))
        case .ownRecord, .gathered:
            compose(decision, on: &signing, kind, rule, by: identify())
            let entry = entry(at: place, of: series, at: now)
            signing.call.forEachKey(on: decision) { key in
                if entry.isFull { finish(entry, of: series) }
                entry.add(key)
            }
            finish(entry, of: series, at: place)
        }
        return true
    }

    private func count(
        _ decision: AuditDecision, on signing: inout SigningContext, _ count: AuditCount
    ) {
        count.total.add(decision.isGrant ? signing.call.signaturesOnRecord : 0)
        let bucket = signing.call.request.bucket ?? 0..<0
        signing.call.forEachKey(on: decision) { key in count.total.add(signing.call.request.text[bucket], key)
        }
    }

    /// Records a decision by its operation and its profile only, as for a request for the credential itself.
    ///
    /// `false`: the request must be refused, because it would leave no record.
    package func record(
        _ decision: AuditDecision, _ operation: Operation, of profile: Span<UInt8>, session: String,
        by caller: Caller, at now: Instant, identify: () -> AuditSubject
    ) -> Bool {
        let setting = decision.rule.flatMap { caller.rules.rules[$0].audit } ?? setting
        guard setting != .no else { return true }
        let rule = caller.ruleName(decision.rule)
        let kind = decision.isGrant ? AuditClass.removal : .refusal
        let series = ledger.series(kind, isFull: setting == .full, of: caller.peer.uid, at: now)
        let place = place(in: series, forKeys: 1, at: now)
        switch place {
        case .refused: return false
        case .counted: ledger.count(in: series, of: rule, at: now).total.add(0)
        case .ownRecord, .gathered:
            compose(decision, operation.name, of: profile, session, kind, rule, by: identify())
            let entry = entry(at: place, of: series, at: now)
            entry.add(Span())
            finish(entry, of: series, at: place)
        }
        return true
    }

    /// Records an action on the admin socket; `profile` is empty if the action has none.
    package func record(
        _ action: StaticString, onProfile profile: String, _ verdict: AuditVerdict, by subject: AuditSubject
    ) {
        guard setting != .no else { return }
        batch.appendHead(AuditMessage.action, priority: verdict == .failed ? "4" : "6")
        batch.append(subject)
        batch.append("OSSAUTHD_OPERATION", action)
        batch.append("OSSAUTHD_PROFILE", ifAny: profile.utf8Span.span)
        batch.append("OSSAUTHD_VERDICT") { bytes in bytes.append(verdict.rawValue) }
        batch.append("MESSAGE") { text in
            text.append("\(verdict.rawValue) \(action)\(profile.isEmpty ? "" : " of profile ")")
            text.append(printable: profile.utf8Span.span)
            text.append(", wanted by \(nameOf(subject.caller.peer.uid, subject.caller))")
        }
        batch.endEntry()
    }

    /// Records that a file of a sink was written or removed.
    package func record(
        _ operation: StaticString, onSink sink: SinkSettings, generation: Int?
    ) {
        guard setting != .no else { return }
        guard hasRoom else {
            writer.lost += 1
            return
        }
        batch.appendHead(AuditMessage.sink)
        batch.append("OSSAUTHD_SINK") { bytes in bytes.append(sink.name) }
        batch.append("OSSAUTHD_PROFILE") { bytes in bytes.append(sink.profile) }
        batch.append("OSSAUTHD_FILE") { bytes in bytes.append(sink.path) }
        if let generation { batch.append("OSSAUTHD_GENERATION", generation) }
        batch.append("OSSAUTHD_OPERATION", operation)
        batch.append("MESSAGE") { text in text.append("\(operation) \(sink.name)") }
        batch.endEntry()
    }
}

// Entries.
extension Audit {
    private func place(in series: AuditSeries, forKeys count: Int, at now: Instant) -> AuditPlace {
        series.place(
            forKeys: count,
            hasRoom: {
                if hasRoom, series.hasRoom(in: epoch) { return true }
                // In full, one iteration of the loop may record more than that.
                write()
                return hasRoom && series.hasRoom(in: epoch)
            }, at: now)
    }

    /// The entry that takes the request which was composed.
    private func entry(at place: AuditPlace, of series: AuditSeries, at now: Instant) -> AuditEntry {
        let entry = place == .gathered ? gatheringEntry(of: series, at: now) : present
        entry.addRequest()
        return entry
    }

    private func gatheringEntry(of series: AuditSeries, at now: Instant) -> AuditEntry {
        let id = ObjectIdentifier(series)
        if let known = gathering[id]?.entry {
            if known.head.equals(present.head) { return known }
            finish(known, of: series)
        }
        let entry = present
        present = gathering[id]?.entry ?? AuditEntry()
        gathering[id] = (series, entry)
        ledger.expectRecord(at: now)
        return entry
    }

    /// Writes a record of its own; that of a removal leaves before the answer does.
    private func finish(_ entry: AuditEntry, of series: AuditSeries, at place: AuditPlace) {
        guard place == .ownRecord else { return }
        finish(entry, of: series)
        if series.kind == .removal { write() }
    }

    private func finish(_ entry: AuditEntry, of series: AuditSeries) {
        let start = batch.size
        entry.move(to: &batch)
        series.add(batch.size - start, in: epoch)
    }
}

// The fields.
extension Audit {
    private func compose(
        _ decision: AuditDecision, on signing: inout SigningContext, _ kind: AuditClass, _ rule: String,
        by subject: AuditSubject
    ) {
        let call = AuditCall(&signing, isGrant: decision.isGrant)
        present.begin(decision, call.operation, by: subject)
        present.head.append("OSSAUTHD_PROFILE", ifValid: signing.call.request.text[call.profile])
        present.head.append(call, &signing)
        present.head.appendEnd(decision, kind, rule, by: subject)
        present.opening.append(target: call, &signing)
        present.closing.append(additions: call, &signing)
        appendCaller(subject.caller)
        present.closing.append(decision, rule)
    }

    private func compose(
        _ decision: AuditDecision, _ operation: StaticString, of profile: Span<UInt8>, _ session: String,
        _ kind: AuditClass, _ rule: String, by subject: AuditSubject
    ) {
        present.begin(decision, operation, by: subject)
        present.head.append("OSSAUTHD_PROFILE", ifValid: profile)
        present.head.append("OSSAUTHD_SESSION", ifAny: session.utf8Span.span)
        present.head.appendEnd(decision, kind, rule, by: subject)
        if Name.isValid(profile) {
            present.opening.append(" of profile ")
            present.opening.append(profile)
        }
        if !session.isEmpty { present.opening.append(" for \(session)") }
        appendCaller(subject.caller)
        present.closing.append(decision, rule)
    }

    /// `to www-data (nginx.service)`, as far as it is known.
    private func appendCaller(_ caller: Caller) {
        present.closing.append(" to ")
        present.closing.append(nameOf(caller.peer.uid, caller))
        guard let place = caller.factsOnRecord.unit ?? caller.factsOnRecord.executable else { return }
        present.closing.append(" (")
        present.closing.append(printable: place.utf8Span.span)
        present.closing.append(")")
    }

    private func append(_ count: AuditCount, of series: AuditSeries, at now: Instant) {
        let isGrant = series.kind != .refusal
        batch.appendHead(AuditMessage.summary)
        if let user = series.user { batch.append("OSSAUTHD_UID", Int(user)) }
        batch.append("OSSAUTHD_CLASS", series.kind.name)
        batch.append("OSSAUTHD_VERDICT", isGrant ? "granted" : "refused")
        batch.append("OSSAUTHD_RULE", ifAny: count.rule.utf8Span.span)
        batch.append("OSSAUTHD_PREFIX", ifAny: count.total.prefix.span)
        batch.append("OSSAUTHD_COUNT", count.total.requests)
        if isGrant, count.total.signatures > 0 { batch.append("OSSAUTHD_SIGNATURES", count.total.signatures) }
        batch.append("MESSAGE") { text in
            text.append(count, of: series.kind)
            text.append(" to \(series.user.map { nameOf($0) } ?? "other users")")
            let seconds = (now - count.since).wholeSeconds
            text.append(seconds > 0 ? " in \(TimeSpan.text(of: .seconds(seconds)))" : " within a second")
        }
        batch.endEntry()
    }

    private func nameOf(_ user: UInt32, _ caller: Caller? = nil) -> String {
        caller?.peer.userName ?? users.name(of: user) ?? "user \(user)"
    }

    /// The name of a caller, if it is known without asking the network.
    package func name(of caller: Caller) -> String? {
        caller.peer.userName ?? users.name(of: caller.peer.uid)
    }
}

/// The outcome of an action of an operator.
package enum AuditVerdict: String {
    case done, failed
    /// The action takes time, and the client may not wait for its end.
    case begun
}

extension Caller {
    fileprivate func ruleName(_ index: Int?) -> String {
        guard let index, index < rules.rules.count else { return "" }
        return rules.rules[index].name
    }

    /// The most that a rule of the grants asks for.
    fileprivate func setting(of grants: borrowing ReusedArray<Grant>, or usual: AuditSetting) -> AuditSetting
    {
        var setting = AuditSetting.no
        for index in grants.indices { setting = max(setting, rules.rules[grants[index].rule].audit ?? usual) }
        return grants.isEmpty ? usual : setting
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
