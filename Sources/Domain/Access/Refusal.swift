internal import Signing
internal import Text
internal import Time

/// Why no rule of a caller grants a request: all unmet conditions of the rule that is nearest to a grant.
///
/// It reveals nothing about other callers.
package struct Refusal: Equatable, Sendable {
    /// The number of conditions that a message lists.
    private static let shown = 8

    /// The first missing grant, in the order in which rules are checked.
    package private(set) var missing: MissingGrant
    /// The name of the rule; `nil`: the caller has no rule.
    package private(set) var rule: String?
    /// The file and line of the rule, for root only.
    package private(set) var place: String?
    package private(set) var obstacles: [Obstacle] = []
    /// Whether each of several rules lacks the operation, so that none is the one to change.
    private var isOfEach = false
    /// Whether it concerns an object that the request reads besides its own.
    package var isOfSource = false

    /// A refusal without a rule to compare the request with.
    package init(_ missing: MissingGrant) {
        self.missing = missing
    }

    init(by rule: Rule, _ obstacles: [Obstacle]) {
        missing = obstacles.first?.missing ?? .rule
        self.rule = rule.name
        place = rule.place
        self.obstacles = obstacles
    }

    /// Becomes the refusal by another rule if that rule is nearer to a grant.
    mutating func consider(_ other: Refusal) {
        let isOfEach = lacksOperation && other.lacksOperation
        let isNearer =
            other.missing.isNearer(than: missing)
            || !missing.isNearer(than: other.missing) && other.obstacles.count < obstacles.count
        if isNearer { self = other }
        if isOfEach { self.isOfEach = true }
    }

    private var lacksOperation: Bool {
        guard case .operation(let operation) = missing,
            case .words(_, let granted) = obstacles.first?.comparison
        else { return false }
        return !granted.contains(operation.name.description)
    }

    /// The same refusal for one of several keys.
    package func naming(key index: Int) -> Refusal {
        var named = self
        named.missing = missing.naming(key: index)
        for place in obstacles.indices {
            named.obstacles[place].missing = obstacles[place].missing.naming(key: index)
        }
        return named
    }
}

extension Refusal: CustomStringConvertible {
    package var description: String {
        guard let rule, !isOfEach else { return missing.description }
        let more = obstacles.count - Refusal.shown
        let sentences = obstacles.prefix(Refusal.shown).map(\.description)
        return "[Access \(rule)]\(isOfSource ? " (for an object that the request reads)" : ""): "
            + sentences.joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")
    }
}

extension MissingGrant {
    fileprivate func naming(key index: Int) -> MissingGrant {
        switch self {
        case .key: .listedKey(index)
        case .keyWithoutDots: .keyWithoutDots(index)
        default: self
        }
    }
}

/// One condition of a rule that a request does not meet.
package struct Obstacle: Equatable, Sendable {
    /// The value in the request, and the values that the rule grants.
    package enum Comparison: Equatable, Sendable {
        case words(asked: String?, granted: [String])
        case seconds(asked: Int, limit: Int)

        fileprivate static func seconds(_ asked: Duration, _ limit: Duration) -> Comparison {
            .seconds(asked: Int(asked.components.seconds), limit: Int(limit.components.seconds))
        }

        fileprivate var asked: String? {
            guard case .words(let asked, _) = self else { return nil }
            return asked
        }
    }

    package fileprivate(set) var missing: MissingGrant
    package let comparison: Comparison
    /// Whether the request covers all keys with this prefix.
    private let isPrefix: Bool
    private let isForm: Bool

    init(_ missing: MissingGrant, asked: Span<UInt8>, in question: borrowing Question, of rule: Rule) {
        self.missing = missing
        isPrefix = question.target.keyIsPrefix
        isForm = question.operation == .postPolicy
        comparison =
            switch missing {
            case .expires(let limit): .seconds(question.expires, limit)
            case .timeSkew(let limit): .seconds(question.timeSkew, limit)
            case .parameter: .words(asked: Quotation.shortened(asked), granted: rule.parameters)
            default:
                .words(
                    asked: asked.isEmpty ? nil : Quotation.shortened(asked),
                    granted: rule.granted(missing, in: question))
            }
    }

    /// The name of the condition in requests and answers.
    package var member: StaticString { names.member }

    /// The condition as the configuration contains it.
    private var condition: String {
        switch comparison {
        case .words(_, let granted):
            "\(names.key)=\(granted.prefix(8).joined(separator: " "))\(granted.count > 8 ? " …" : "")"
        case .seconds(_, let limit): "\(names.key)=\(TimeSpan.text(of: .seconds(limit)))"
        }
    }

    /// The condition in requests and answers, and in the configuration.
    private var names: (member: StaticString, key: StaticString) {
        switch missing {
        case .rule: ("rule", "Match")
        case .operation: ("operation", "Allow")
        case .profile: ("profile", "Profile")
        case .version: ("version", "Version")
        case .bucket, .everyBucket: ("bucket", "Bucket")
        case .key, .listedKey, .keyWithoutDots: ("key", "Key")
        case .method: ("method", "Method")
        case .parameter: ("parameter", "Parameter")
        case .expires: ("expires", "MaxExpires")
        case .timeSkew: ("time", "TimeSkew")
        }
    }
}

extension Rule {
    /// The values that the rule grants where this is missing.
    fileprivate func granted(_ missing: MissingGrant, in question: borrowing Question) -> [String] {
        switch missing {
        case .operation: operations.members.map(\.name.description)
        case .profile: profiles.map(\.text)
        case .version:
            (versions.isEmpty ? [question.version?.usual].compactMap(\.self) : versions.members)
                .map(\.name.description)
        case .bucket, .everyBucket: buckets.map(\.text)
        case .key, .listedKey, .keyWithoutDots: keys.map(\.text)
        case .method: methods.members.map(\.name.description)
        case .rule, .parameter, .expires, .timeSkew: []
        }
    }
}

extension Obstacle: CustomStringConvertible {
    package var description: String {
        switch missing {
        case .keyWithoutDots(nil): "key \(asked): \(missing)"
        case .rule, .keyWithoutDots: missing.description
        case .listedKey(let index): "keys[\(index)] is not in \(condition)"
        case .everyBucket:
            "a policy without a condition on the bucket is valid for every bucket, but only \(condition) is allowed; "
                + "add {\"bucket\": \"NAME\"} to its conditions"
        case .bucket where isUnnamed: "the service itself (no bucket) is not in \(condition)"
        case .key where isPrefix && isUnnamed:
            "\(isForm ? "a form without a folder" : "a listing without 'prefix'") covers every key, which is more than "
                + "\(condition); name \(isForm ? "a folder" : "one")"
        case .key where isPrefix: "keys that begin with \(asked) are not in \(condition)"
        case .key where isUnnamed: "the bucket itself (no key) is not in \(condition)"
        case .method where isUnnamed: "a request without a known method is not in \(condition)"
        case .operation, .profile, .version, .bucket, .key, .method:
            "\(member) \(asked) is not in \(condition)"
        case .parameter: "parameter \(asked) needs Parameter=\(comparison.asked ?? "")"
        case .expires: "expires \(asked) is over \(condition)"
        case .timeSkew: "time is \(asked) from now, which is over \(condition)"
        }
    }

    private var isUnnamed: Bool { comparison.asked == nil }

    private var asked: String {
        switch comparison {
        case .seconds(let asked, _): TimeSpan.text(of: .seconds(asked))
        case .words(let asked, _):
            switch missing {
            // These are words of the configuration, which need no quotes.
            case .operation, .version, .method: asked ?? ""
            default: "'\(asked ?? "")'"
            }
        }
    }
}
