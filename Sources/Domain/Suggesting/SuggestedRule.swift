/// The callers and the objects that one rule is for.
struct RuleScope: Hashable {
    let user: UInt32
    private let unit: String?
    private let profile: String
    private let bucket: String
    /// The class of the audit, so that a folder that is only read is not granted to be written.
    let kind: String

    init(_ request: AuditedRequest, of kind: String) {
        let unit = request.unit ?? ""
        // The unit of a session has another name each time.
        let lasts = unit.hasSuffix(".service") && !unit.hasPrefix("user@") && !unit.hasPrefix("run-")
        (user, self.unit) = (request.user, lasts ? unit : nil)
        (profile, bucket) = (request.profile, request.bucket)
        // The source of a copy is read, whatever the copy is.
        self.kind = request.method == "GET" && request.parameters.isEmpty ? "read" : kind
    }

    /// The lines of the configuration, for a user with this name.
    func text(_ name: String?) -> String {
        let unit = unit.map { " unit:" + String(decoding: $0.utf8.flatMap(KeyPart.quoted), as: UTF8.self) }
        return "Match=\(name.map { "user:\($0)" } ?? "uid:\(user)")\(unit ?? "")\n"
            + (profile.isEmpty ? "" : "Profile=\(profile)\n") + "Bucket=\(bucket)\n"
    }
}

/// The uses that one rule is to grant.
struct SuggestedRule {
    /// The name of the user, if it has one without blanks.
    let user: String?
    private(set) var count = 0
    private var keys = KeyUses()
    /// The words of the other keys of the rule.
    private var words: [String: [String: Tally]] = [:]

    init(for user: String?) { self.user = user?.utf8.contains { $0 <= 0x20 } == true ? nil : user }

    mutating func add(_ request: AuditedRequest, on day: Int64) {
        count += 1
        keys.add(request.key, isPrefix: request.isPrefix, ofUser: user, on: day)
        let used = [
            ("Allow", [request.operation]), ("Method", [request.method]), ("Parameter", request.parameters),
        ]
        for (key, names) in used {
            for name in names { words[key, default: [:]][name, default: Tally()].add(1, on: day) }
        }
    }

    func text(for scope: RuleScope) -> String {
        let patterns = keys.patterns.map {
            "# \($0.uses.text)\nKey=\(String(decoding: $0.text, as: UTF8.self))\n"
        }
        let others = words.sorted { $0.key < $1.key }.map { key, words in
            let sorted = words.sorted { $0.key < $1.key }
            return "# \(sorted.map { "\($0.key): \($0.value.text)" }.joined(separator: "; "))\n"
                + "\(key)=\(sorted.map(\.key).joined(separator: " "))\n"
        }
        return scope.text(user) + (patterns + others).joined()
    }
}
