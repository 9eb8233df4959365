internal import Bytes
internal import Signing
internal import Text
internal import Time

/// One condition of a rule that a request does not meet.
package struct Obstacle: Equatable, Sendable {
    /// What the request asked for, and what the rule grants in its place.
    package enum Comparison: Equatable, Sendable {
        case words(asked: String?, granted: [String])
        case seconds(asked: Int, limit: Int)
    }

    package internal(set) var missing: MissingGrant
    package let comparison: Comparison
    /// Whether all keys that begin so are asked for.
    private var isPrefix = false

    init(_ missing: MissingGrant, asked: Span<UInt8>, isPrefix: Bool = false, granted: [Glob]) {
        self.missing = missing
        self.isPrefix = isPrefix
        comparison = .words(
            asked: asked.isEmpty ? nil : Quotation.shortened(asked), granted: granted.map(\.text))
    }

    init(_ missing: MissingGrant, asked: StaticString?, granted: [StaticString]) {
        self.missing = missing
        comparison = .words(asked: asked?.description, granted: granted.map(\.description))
    }

    init(parameter: Span<UInt8>, granted: [String]) {
        missing = .parameter(ConfiguringParameter(parameter))
        comparison = .words(asked: Quotation.shortened(parameter), granted: granted)
    }

    init(_ missing: MissingGrant, asked: Duration) {
        self.missing = missing
        let limit: Duration =
            switch missing {
            case .expires(let limit), .timeSkew(let limit): limit
            default: .zero
            }
        comparison = .seconds(asked: Int(asked.components.seconds), limit: Int(limit.components.seconds))
    }
}

extension Obstacle {
    /// As requests and their answers name it.
    package var member: StaticString {
        switch missing {
        case .rule: "rule"
        case .operation: "operation"
        case .profile: "profile"
        case .version: "version"
        case .bucket, .everyBucket: "bucket"
        case .key, .listedKey, .keyWithoutDots: "key"
        case .method: "method"
        case .parameter: "parameter"
        case .expires: "expires"
        case .timeSkew: "time"
        }
    }

    /// The condition as it is written in the configuration.
    private var condition: String {
        switch comparison {
        case .words(_, let granted): "\(setting)=\(granted.someOfThem)"
        case .seconds(_, let limit): "\(setting)=\(TimeSpan.text(of: .seconds(limit)))"
        }
    }

    private var setting: StaticString {
        switch missing {
        case .rule: "Match"
        case .operation: "Allow"
        case .profile: "Profile"
        case .version: "Version"
        case .bucket, .everyBucket: "Bucket"
        case .key, .listedKey, .keyWithoutDots: "Key"
        case .method: "Method"
        case .parameter: "Parameter"
        case .expires: "MaxExpires"
        case .timeSkew: "TimeSkew"
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
            "a policy without a condition on the bucket is good for every bucket, which is more than \(condition); "
                + "add {\"bucket\": \"NAME\"} to its conditions"
        case .bucket where isUnnamed: "the service itself (no bucket) is not in \(condition)"
        case .key where isPrefix && isUnnamed: "all keys are not in \(condition)"
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
            // Words of the configuration, which need no quotes.
            case .operation, .version, .method: asked ?? ""
            default: "'\(asked ?? "")'"
            }
        }
    }
}

extension Obstacle.Comparison {
    fileprivate var asked: String? {
        guard case .words(let asked, _) = self else { return nil }
        return asked
    }
}

extension [String] {
    /// Enough of them to see what they are.
    fileprivate var someOfThem: String {
        prefix(8).joined(separator: " ") + (count > 8 ? " …" : "")
    }
}
