package import Time

/// The use of the daemon, by the records of its audit, and the narrowest rules that grant it again.
package struct Suggestion {
    /// Requests that were only counted, and those that one rule is for.
    private struct Count: Hashable {
        /// `nil`: of several users.
        let user: UInt32?
        let kind: String
        let rule: String
    }

    private let start: Timestamp
    private let nameOf: (UInt32) -> String?
    private var sections: [RuleScope: SuggestedRule] = [:]
    private var counts: [Count: Tally] = [:]
    /// Requests for which there is no narrow rule.
    private var leftOut: [String: Tally] = [:]
    private var usedRules: Set<String> = []
    private var days: Set<Int64> = []
    private var lastTime: Timestamp
    /// The longest time without a record.
    private var gap = (seconds: Int64(0), end: Timestamp(secondsSince1970: 0))

    /// `nameOf`: the name of a user, if it has one.
    package init(from start: Timestamp, nameOf: @escaping (UInt32) -> String?) {
        (self.start, lastTime, self.nameOf) = (start, start, nameOf)
    }

    private mutating func note(_ time: Timestamp) {
        if time - lastTime > gap.seconds { gap = (time - lastTime, time) }
        lastTime = max(lastTime, time)
    }

    package mutating func add(_ record: JournalRecord) {
        note(record.time)
        guard record["VERDICT"] == "granted", let kind = record["CLASS"] else { return }
        let rule = record["RULE"] ?? ""
        usedRules.insert(rule)
        days.insert(record.time.day)
        let requests = record.requests
        if requests.isEmpty {
            let count = record["COUNT"].flatMap { Int($0) } ?? 1
            counts[Count(user: record.user, kind: kind, rule: rule), default: Tally()].add(
                count, on: record.time.day)
        }
        for request in requests {
            if let reason = request.reasonToLeaveOut {
                leftOut["\(reason), by [Access \(rule)]", default: Tally()].add(1, on: record.time.day)
                continue
            }
            let scope = RuleScope(request, of: kind)
            let name = sections[scope].map(\.user) ?? nameOf(request.user)
            sections[scope, default: SuggestedRule(for: name)].add(request, on: record.time.day)
            if let folder = request.instance?.folder, let all = scope.ofInstances {
                sections[all, default: SuggestedRule(for: nil)].add(request, in: folder, on: record.time.day)
            }
        }
    }

    /// The sections of a configuration, behind comments on what they rest upon.
    ///
    /// `known`: the names of the present rules.
    package mutating func text(until end: Timestamp, rules known: [String]) -> String {
        note(end)
        let ofInstances = Set(sections.filter { $0.key.user == nil && $0.value.isOfInstances }.keys)
        let narrow = sections.filter { scope, rule in
            (scope.user == nil) == (scope.ofInstances.map(ofInstances.contains) ?? false)
                && !rule.users.contains { isMostlyCounted(scope.kind, of: $0) }
        }
        let names = (1...).lazy.map { "suggested-\($0)" }.filter { !known.contains($0) }
        return remarks(on: start.day...end.day, known).map { "# \($0)\n" }.joined()
            + zip(names, narrow.map { $0.value.text(for: $0.key) }.sorted())
            .map { name, text in "\n[Access \(name)]\n\(text)" }.joined()
    }

    private func remarks(on asked: ClosedRange<Int64>, _ known: [String]) -> [String] {
        let missing = asked.filter { !days.contains($0) }.map {
            "\(Timestamp(secondsSince1970: $0 * 86_400))".prefix(10)
        }
        let unused = known.filter { !usedRules.contains($0) }.map { "[Access \($0)]" }
        return [
            "The audit has records of \(days.count) of \(asked.count) days (UTC). They do not show the job of another day, and a",
            "program that was compromised in these days taught its requests. Version=, TimeSkew=, Rate=, slice:, label: and",
            "Allow=status and watch are not on record: keep those that your rules have.",
            "The longest time without a record is \(TimeSpan.text(of: .seconds(gap.seconds))), until \(gap.end).",
        ] + (missing.isEmpty ? [] : ["Days without a record: \(missing.joined(separator: " "))"])
            + (unused.isEmpty ? [] : ["Rules that granted nothing: \(unused.joined(separator: " "))"])
            + counts.map(remark).sorted()
            + leftOut.map { "No rule is suggested for \($0): \($1.text)" }.sorted()
    }

    private func remark(on count: Count, _ uses: Tally) -> String {
        let refusal = isMostlyCounted(count.kind, of: count.user) ? ", so there is no rule for them" : ""
        return
            "Only counted\(refusal): \(uses.text) (\(count.kind)) of \(count.user.map { "user \($0)" } ?? "several users"). "
            + "Set Audit=full in [Access \(count.rule)] for a week."
    }

    /// Whether the keys of most requests are unknown.
    private func isMostlyCounted(_ kind: String, of user: UInt32?) -> Bool {
        let counted = counts.filter { $0.key.kind == kind && [user, nil].contains($0.key.user) }
        let recorded = sections.filter { user != nil && $0.key.kind == kind && $0.key.user == user }
        return Tally(of: Array(counted.values)).count > recorded.reduce(0) { $0 + $1.value.count }
    }
}

extension AuditedRequest {
    /// Why a rule for it would grant much more; `nil`: it would not.
    fileprivate var reasonToLeaveOut: String? {
        let parts = key.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        if bucket.isEmpty { return "\(operation) without a bucket" }
        if parameters.contains("x-oss-rename") { return "moves of folders in the bucket \(bucket)" }
        if key.isEmpty || isPrefix && !key.contains(UInt8(ascii: "/")) {
            return "\(([method] + parameters).joined(separator: " ")) of the bucket \(bucket) as a whole"
        }
        return parts.contains { $0 == "." || $0 == ".." } ? "keys with '.' or '..' in \(bucket)" : nil
    }
}
