package import Access
internal import Bytes
internal import JSON
internal import Signing

/// A session policy that allows a token no more than the rules of a caller grant.
///
/// What RAM cannot express is left out, never widened.
package struct ScopedPolicy: Equatable, Sendable {
    /// The limit of STS.
    package static let maximumLength = 2_048

    /// The policy as JSON.
    package let text: String
    /// Grants of the rules that the policy lacks.
    package let losses: [ScopeLoss]

    /// The rules must be those that grant the credential; they are expanded for the caller.
    package init(_ rules: [Rule]) throws(ScopeProblem) {
        var statements = ScopedStatements(rules)
        for rule in rules { statements.add(rule) }
        guard !statements.isEmpty else { throw .nothing(losses: statements.losses) }
        text = statements.text
        losses = statements.losses
        // STS counts characters, of which there are never more than bytes.
        guard text.utf8.count <= ScopedPolicy.maximumLength else { throw .tooLong(text.utf8.count) }
    }
}

/// Something that a rule grants and a scoped token cannot do.
package struct ScopeLoss: Equatable, Sendable {
    /// The place in the section of the rule.
    package let place: RuleFinding.Place
    /// The reason, and the way to have it.
    package let message: String
    /// Whether the word at this place has no effect on the token at all.
    package let isWhole: Bool
}

/// Why there is no scoped policy.
package enum ScopeProblem: Error, Equatable {
    case nothing(losses: [ScopeLoss])
    case tooLong(Int)
}

extension ScopeProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .nothing(let losses):
            "RAM cannot express what the rule grants, so a scoped token could do nothing"
                + (losses.isEmpty ? "" : ": " + losses.map(\.message).joined(separator: "; "))
        case .tooLong(let length):
            "the session policy has \(length) characters and STS takes \(ScopedPolicy.maximumLength): name fewer buckets "
                + "and keys, or use '**'"
        }
    }
}

extension PeerRules {
    /// The policy of a token of this profile for the caller.
    package func scopedPolicy(of profile: Span<UInt8>) throws(ScopeProblem) -> ScopedPolicy {
        var granting: [Rule] = []
        for rule in rules where rule.operations.contains(.credentials) && rule.maxExpires == nil {
            if rule.profiles.admit(profile) { granting.append(rule) }
        }
        return try ScopedPolicy(granting)
    }
}

extension Rule {
    /// The policy for a caller with the longest usual names, to find problems before a caller asks.
    package func sampleOfScopedPolicy() throws(ScopeProblem) -> ScopedPolicy {
        let longest = String(repeating: "u", count: 32)
        return try ScopedPolicy([expanded(forUser: longest, instance: longest) ?? self])
    }
}

/// The statements of a policy: the actions with the same resources and prefixes share one.
private struct ScopedStatements {
    private struct Place {
        var resources: [String] = []
        /// `nil`: no condition.
        var prefixes: [String]?

        func equals(_ other: Place) -> Bool {
            resources == other.resources && prefixes ?? ["\n"] == other.prefixes ?? ["\n"]
        }
    }

    private var statements: [(actions: [String], place: Place)] = []
    private let hasKeys: Bool
    /// Whether a rule lets the token move folders from somewhere.
    private let mayMove: Bool
    private(set) var losses: [ScopeLoss] = []

    init(_ rules: [Rule]) {
        hasKeys = rules.contains { !$0.keys.isEmpty }
        mayMove = rules.contains { $0.grants(.delete) }
    }

    var isEmpty: Bool { statements.isEmpty }

    mutating func add(_ rule: Rule) {
        let buckets = buckets(of: rule)
        let patterns = patterns(of: rule)
        for action in RAMAction.all where rule.means(action) {
            guard allows(action, rule) else { continue }
            switch action.level {
            case .object: addObjects(of: buckets, patterns, for: action, rule)
            case .listing: addListing(of: buckets, patterns, for: action)
            case .bucket where rule.keys.isEmpty: add(action, Place(resources: buckets.map(\.asResource)))
            case .service where rule.keys.isEmpty && rule.buckets.isEmpty:
                add(action, Place(resources: ["*".asResource]))
            case .bucket, .service: break
            }
        }
        findForeignMethods(of: rule)
    }

    /// HEAD and POST have no actions of their own for most requests.
    private mutating func findForeignMethods(of rule: Rule) {
        if rule.grants(.head), !rule.grants(.get) {
            loseWhole(.head, "RAM grants HEAD only together with GET; add GET to Method=", of: rule)
        }
        if rule.grants(.post), !rule.grants(.put) {
            lose(
                rule.place(of: .post),
                "its tokens can POST to restore an object, but not to upload one: add PUT to Method=",
                isWhole: false)
        }
    }

    private mutating func buckets(of rule: Rule) -> [String] {
        guard !rule.buckets.isEmpty else {
            guard !rule.keys.isEmpty else { return ["*"] }
            lose(
                .key("Key"),
                "its tokens need Bucket= beside Key=: in any bucket '*' of RAM matches '/' and keys too")
            return []
        }
        return rule.buckets.compactMap { glob in
            do throws(RAMInexact) {
                return try RAMPattern.text(ofBucket: glob, withKeys: !rule.keys.isEmpty)
            } catch {
                lose(
                    .word(glob.text, of: "Bucket"),
                    "its tokens have no bucket '\(glob.text)': \(error.reason)")
                return nil
            }
        }
    }

    private mutating func patterns(of rule: Rule) -> [RAMPattern] {
        guard !rule.keys.isEmpty else { return [.all] }
        return rule.keys.compactMap { glob in
            do throws(RAMInexact) {
                return try RAMPattern(key: glob)
            } catch {
                lose(.word(glob.text, of: "Key"), "its tokens have no key '\(glob.text)': \(error.reason)")
                return nil
            }
        }
    }

    /// Whether the rule grants all that the action covers.
    private mutating func allows(_ action: RAMAction, _ rule: Rule) -> Bool {
        if action.folders == .removed, !rule.grants(.get) {
            loseWhole(
                action.method,
                "RAM grants DELETE only together with moves, which read too; add GET to Method=",
                of: rule)
            return false
        }
        let missing = action.covered.filter { !rule.grants($0, with: action.method) }.map { "\($0)" }
        guard !missing.isEmpty else { return true }
        loseWhole(
            action.method,
            "RAM grants \(action.method.name) only together with \(missing.joined(separator: " and ")); "
                + "add Parameter=\(missing.joined(separator: " "))", of: rule)
        return false
    }

    private mutating func addObjects(
        of buckets: [String], _ patterns: [RAMPattern], for action: RAMAction, _ rule: Rule
    ) {
        let reason = reasonAgainstFolders(action, rule)
        let usable = patterns.filter { $0.isOpenEnded || reason == nil }
        if let reason, usable.count < patterns.count {
            lose(
                rule.place(of: action.method),
                "its tokens cannot \(action.method.name) keys whose pattern does not end in '**': \(reason)",
                isWhole: usable.isEmpty)
        }
        let resources = buckets.flatMap { bucket in usable.map { "\(bucket)/\($0.text)".asResource } }
        add(action, Place(resources: resources))
    }

    /// Why the action needs a pattern that also has all keys below a folder.
    private func reasonAgainstFolders(_ action: RAMAction, _ rule: Rule) -> String? {
        switch action.folders {
        case nil: nil
        case .removed: "RAM would delete a folder with all that is in it"
        case .made where mayMove: "with DELETE, RAM would move folders to them"
        case .made where rule.grants(.post) && rule.grants("x-oss-dir", with: .post): nil
        case .made:
            "RAM would make folders there; add POST to Method= and Parameter=x-oss-dir to grant that too"
        }
    }

    /// Lists only where every key with the prefix is granted.
    private mutating func addListing(of buckets: [String], _ patterns: [RAMPattern], for action: RAMAction) {
        let prefixes = patterns.compactMap(\.prefix)
        guard !prefixes.isEmpty else { return }
        let isFree = prefixes.contains("")
        add(
            action,
            Place(
                resources: buckets.map(\.asResource), prefixes: isFree ? nil : prefixes.map { "\($0)*" }))
    }

    private mutating func add(_ action: RAMAction, _ place: Place) {
        guard !place.resources.isEmpty else { return }
        let name = "oss:\(action.name)"
        if let index = statements.firstIndex(where: { $0.place.equals(place) }) {
            if !statements[index].actions.contains(name) { statements[index].actions.append(name) }
        } else {
            statements.append((actions: [name], place: place))
        }
    }

    private mutating func loseWhole(_ method: Method, _ reason: String, of rule: Rule) {
        let way = rule.methods.isEmpty ? ", or name the methods that it needs in Method=" : ""
        lose(rule.place(of: method), "its tokens cannot \(method.name). \(reason)\(way)")
    }

    private mutating func lose(_ place: RuleFinding.Place, _ message: String, isWhole: Bool = true) {
        let loss = ScopeLoss(place: place, message: message, isWhole: isWhole)
        if !losses.contains(loss) { losses.append(loss) }
    }

    /// A rule with `Key=` grants no key with such a segment, which a proxy before OSS may resolve.
    private static let dots = ["/./*", "/../*", "/.", "/.."]
    private static let dotPrefixes = ["*/./*", "*/../*", "*/.", "*/..", "./*", "../*", ".", ".."]

    var text: String {
        var text = ByteBuffer(capacity: ScopedPolicy.maximumLength)
        text.beginObject()
        text.member("Version", "1" as StaticString)
        text.member(array: "Statement") { array in
            for (actions, place) in statements {
                append("Allow", actions, place, to: &array)
            }
            guard hasKeys else { return }
            append("Deny", ["oss:*"], Place(resources: Self.dots.map { "*\($0)".asResource }), to: &array)
            guard statements.contains(where: { $0.actions.contains("oss:ListObjects") }) else { return }
            append(
                "Deny", ["oss:ListObjects"],
                Place(resources: ["*".asResource], prefixes: Self.dotPrefixes), to: &array)
        }
        text.endObject()
        return String(copying: text.span)
    }

    private func append(
        _ effect: StaticString, _ actions: [String], _ place: Place, to text: inout ByteBuffer
    ) {
        text.beginObject()
        text.member("Effect", effect)
        text.member("Action", actions)
        text.member("Resource", place.resources)
        if let prefixes = place.prefixes {
            text.member(object: "Condition") { condition in
                condition.member(object: "StringLike") { $0.member("oss:Prefix", prefixes) }
            }
        }
        text.endObject()
    }
}

extension String {
    /// A bucket, or a bucket and a key, as RAM names resources of OSS.
    fileprivate var asResource: String { "acs:oss:*:*:\(self)" }
}

extension Rule {
    /// The word in `Method=`, or the heading if the rule grants every method.
    fileprivate func place(of method: Method) -> RuleFinding.Place {
        methods.isEmpty ? .heading : .word("\(method.name)", of: "Method")
    }

    fileprivate func grants(_ method: Method) -> Bool { methods.isEmpty || methods.contains(method) }

    /// Whether the rule grants requests that need the action.
    fileprivate func means(_ action: RAMAction) -> Bool {
        grants(action.method) && action.parameter.map { grants($0, with: action.method) } ?? true
    }

    fileprivate func grants(_ parameter: StaticString, with method: Method) -> Bool {
        let name = parameter.bytes
        return HarmlessParameters.contains(
            name, of: method, withinKeys: !keys.isEmpty, mayDelete: grants(.delete))
            || parameters.contains { $0.utf8Span.span.equals(name) }
    }
}
