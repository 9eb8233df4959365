internal import Text

/// The callers and the objects that one rule is for.
struct RuleScope: Hashable {
    /// `nil`: all users, in a rule for the instances of a template.
    private(set) var user: UInt32?
    /// The pattern of the unit.
    private var unit: String?
    /// The pattern of all its instances.
    private let template: String?
    private let profile: String
    private let bucket: String
    /// The class of the audit, so that a folder that is only read is not granted to be written.
    let kind: String

    init(_ request: AuditedRequest, of kind: String) {
        let unit = request.unit ?? ""
        // The unit of a session has another name each time.
        let lasts = unit.hasSuffix(".service") && !unit.hasPrefix("user@") && !unit.hasPrefix("run-")
        user = request.user
        self.unit = lasts ? String(decoding: unit.utf8.flatMap(KeyPart.quoted), as: UTF8.self) : nil
        template = request.instance?.pattern
        (profile, bucket) = (request.profile, request.bucket)
        // The source of a copy is read, whatever the copy is.
        self.kind = request.method == "GET" && request.parameters.isEmpty ? "read" : kind
    }

    /// The same for all instances; `nil`: the unit is none.
    var ofInstances: RuleScope? {
        guard template != nil else { return nil }
        var scope = self
        (scope.user, scope.unit) = (nil, template)
        return scope
    }

    /// The lines of the configuration, for a user with this name.
    func text(_ name: String?) -> String {
        let words = [user.map { name.map { "user:\($0)" } ?? "uid:\($0)" }, unit.map { "unit:\($0)" }]
        return "Match=\(words.compactMap(\.self).joined(separator: " "))\n"
            + (profile.isEmpty ? "" : "Profile=\(profile)\n") + "Bucket=\(bucket)\n"
    }
}

/// The uses that one rule is to grant.
struct SuggestedRule {
    /// The name of the user, if it has one without blanks.
    let user: String?
    private(set) var count = 0
    /// The numbers of all users.
    private(set) var users: Set<UInt32> = []
    /// The folders of instances.
    private var folders: Set<[UInt8]> = []
    private var keys = KeyUses()
    /// The words of the other keys of the rule.
    private var words: [String: [String: Tally]] = [:]

    init(for user: String?) { self.user = user?.utf8.contains { $0 <= 0x20 } == true ? nil : user }

    /// Whether it is for several instances, each of which used a folder of its own.
    var isOfInstances: Bool { folders.count > 1 && keys.areOfInstances }

    /// `folder`: that of the instance, in a rule for all of them.
    mutating func add(_ request: AuditedRequest, in folder: [UInt8]? = nil, on day: Int64) {
        count += 1
        users.insert(request.user)
        if let folder {
            folders.insert(folder)
            keys.add(request.key, in: folder, on: day)
        } else {
            keys.add(request.key, isPrefix: request.isPrefix, ofUser: user, on: day)
        }
        let used = [
            ("Allow", [request.operation]), ("Method", [request.method]), ("Parameter", request.parameters),
        ]
        for (key, names) in used {
            for name in names { words[key, default: [:]][name, default: Tally()].add(1, on: day) }
        }
    }

    func text(for scope: RuleScope) -> String {
        let patterns = keys.patterns.map { pattern in
            // A key must not write to the terminal of its reader, nor show as another one.
            let visible = String(decoding: pattern.text, as: UTF8.self).unicodeScalars.map {
                $0.isInvisible ? "?" : String($0)
            }
            return "# \(pattern.uses.text)\nKey=\(visible.joined())\n"
        }
        let others = words.sorted { $0.key < $1.key }.map { key, words in
            let sorted = words.sorted { $0.key < $1.key }
            return "# \(sorted.map { "\($0.key): \($0.value.text)" }.joined(separator: "; "))\n"
                + "\(key)=\(sorted.map(\.key).joined(separator: " "))\n"
        }
        return scope.text(user) + (patterns + others).joined()
    }
}
