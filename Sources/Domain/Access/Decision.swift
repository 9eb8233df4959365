package import Signing

/// The decision of the rules.
package enum Decision: Equatable, Sendable {
    /// Granted by the rule with this index.
    case granted(by: Int)
    /// A rule grants it, but its rate is used up; of several rules, the one that grants again first.
    case usedUp(by: Int, wait: Duration)
    /// `PeerRules.refusal` says why.
    case refused
}

/// The missing grant of the caller's own rules; reveals nothing about other callers, and repeats nothing that a client sent.
package enum MissingGrant: Equatable, Sendable {
    /// No rule is for this caller.
    case rule
    case operation(Operation)
    case profile
    case version(SignatureVersion)
    case bucket
    /// The signature would be valid in every bucket.
    case everyBucket
    case key
    /// One of several keys.
    case listedKey(Int)
    /// A segment of the key is `.` or `..`; with the index of the key if there are several.
    case keyWithoutDots(Int? = nil)
    case method
    /// With the name, if OSS defines it.
    case parameter(RestrictedParameter?)
    case expires(limit: Duration)
    case timeSkew(limit: Duration)

    /// Which of several keys lacks the grant.
    package var keyIndex: Int? {
        switch self {
        case .listedKey(let index): index
        case .keyWithoutDots(let index): index
        default: nil
        }
    }

    /// The position of the condition, as rules are checked in this order.
    private var rank: Int {
        switch self {
        case .rule: 0
        case .operation: 1
        case .profile: 2
        case .version: 3
        case .bucket, .everyBucket: 4
        case .key, .listedKey, .keyWithoutDots: 5
        case .method: 6
        case .parameter: 7
        case .expires: 8
        case .timeSkew: 9
        }
    }

    /// Whether this is more helpful to report: a rule that is nearer to a grant, or a wider limit.
    func isNearer(than other: MissingGrant) -> Bool {
        switch (self, other) {
        case (.expires(let own), .expires(let limit)), (.timeSkew(let own), .timeSkew(let limit)): own > limit
        default: rank > other.rank
        }
    }
}

extension MissingGrant: CustomStringConvertible {
    package var description: String {
        switch self {
        case .rule: "no access rule is for this caller"
        case .operation(let operation): "no rule for this caller has Allow=\(operation.name)"
        case .profile: "no rule for this caller names this profile in Profile="
        case .version(let version): "no rule for this caller has Version=\(version.name) for this profile"
        case .bucket: "no rule for this caller names this bucket in Bucket="
        case .everyBucket:
            "no rule for this caller grants every bucket, as a policy without a condition on the bucket needs"
        case .key: "no rule for this caller names this key in Key="
        case .listedKey(let index): "no rule for this caller names keys[\(index)] in Key="
        case .keyWithoutDots(let index):
            "\(index.map { "keys[\($0)]: " } ?? "")keys with '.' or '..' segments are not granted by rules with Key="
        case .method: "no rule for this caller names this method in Method="
        case .parameter(let known?): "no rule for this caller has Parameter=\(known.name)"
        case .parameter(nil): "no rule for this caller names one of these parameters in Parameter="
        case .expires(let limit):
            "expires is more than the \(limit.components.seconds) seconds of MaxExpires="
        case .timeSkew(let limit):
            "time is more than the \(limit.components.seconds) seconds of TimeSkew= from now"
        }
    }
}
