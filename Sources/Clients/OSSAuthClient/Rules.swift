package import JSON

/// The caller as the daemon sees it.
package struct Identity: Answer, Equatable, Sendable {
    package private(set) var user: String?
    package private(set) var userNumber: Int?
    package private(set) var groupNumber = 0
    package private(set) var groups: [Int] = []
    package private(set) var process: Int?
    package private(set) var unit: String?
    /// The value of `%i` in a rule.
    package private(set) var instance: String?
    package private(set) var slice: String?
    package private(set) var executable: String?
    package private(set) var label: String?
    package private(set) var certainty = ""
    package private(set) var rules: [Rule] = []
    package private(set) var gateways: [Gateway] = []

    package init() {}

    package mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "user": user = try json.textOrNull()
        case "uid": userNumber = try json.integer()
        case "gid": groupNumber = try json.integer()
        case "groups":
            try json.beginArray()
            while try json.nextElement() { groups.append(try json.integer()) }
        case "pid": process = try json.integerOrNull()
        case "unit": unit = try json.textOrNull()
        case "instance": instance = try json.textOrNull()
        case "slice": slice = try json.textOrNull()
        case "exe": executable = try json.textOrNull()
        case "label": label = try json.textOrNull()
        case "certainty": certainty = try json.text()
        case "rules": rules = try json.answers()
        case "gateways": gateways = try json.answers()
        default: try json.skipValue()
        }
    }

    package var missing: String? { userNumber == nil ? "uid" : nil }
}

/// A port of this host where programs need no credential.
package struct Gateway: Answer, Equatable, Sendable {
    package private(set) var name = ""
    package private(set) var port: UInt16 = 471
    /// The one that the daemon signs for; empty: it is not known.
    package private(set) var region = "cn-hangzhou"

    package init() {}

    package mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "name": name = try json.text()
        case "port": port = UInt16(clamping: try json.integer())
        case "region": region = try json.text()
        default: try json.skipValue()
        }
    }

    package var missing: String? { name.isEmpty ? "name" : nil }
}

/// A rule of the caller.
package struct Rule: Answer, Equatable, Sendable {
    /// One key of the rule.
    package struct Grant: Equatable, Sendable {
        package let key: String
        package let value: Value
    }

    package enum Value: Equatable, Sendable {
        case words([String])
        case text(String)
        case number(Int)
        case rate(count: Int, seconds: Int)
    }

    package private(set) var name = ""
    /// The keys in the order of the answer.
    package private(set) var grants: [Grant] = []

    package init() {}

    package mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        if member == "name" {
            name = try json.text()
        } else if let value = try Rule.value(&json) {
            grants.append(Grant(key: member, value: value))
        }
    }

    private static func value(_ json: inout JSONReader) throws(JSONError) -> Value? {
        switch try json.peek() {
        case .array: return .words(try json.texts())
        case .object: return try rate(&json)
        case .number: return .number(try json.integer())
        case .string: return .text(try json.text())
        case .boolean, .null:
            try json.skipValue()
            return nil
        }
    }

    private static func rate(_ json: inout JSONReader) throws(JSONError) -> Value {
        var count = 0
        var seconds = 0
        try json.object { member, json throws(JSONError) in
            switch member {
            case "count": count = try json.integer()
            case "seconds": seconds = try json.integer()
            default: try json.skipValue()
            }
        }
        return .rate(count: count, seconds: seconds)
    }
}

/// Whether the rules would grant a request to a caller.
package struct Explanation: Answer, Equatable, Sendable {
    private var verdict: Bool?
    package private(set) var reason = ""
    /// The rule that comes nearest to a grant and its place in the configuration, where the daemon says so.
    package private(set) var nearestRule: String?
    package private(set) var place: String?
    /// The conditions of that rule that are not met, a sentence each.
    package private(set) var missingConditions: [String] = []
    package private(set) var rules: [String] = []
    /// Why the caller cannot even connect.
    package private(set) var obstacle: String?

    package var isGranted: Bool { verdict == true }

    package init() {}

    package mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "granted": verdict = try json.boolean()
        case "reason": reason = try json.text()
        case "nearestRule": nearestRule = try json.textOrNull()
        case "place": place = try json.textOrNull()
        case "missing":
            let conditions: [Condition] = try json.answers()
            missingConditions = conditions.map(\.detail)
        case "obstacle": obstacle = try json.textOrNull()
        case "rules": rules = try json.texts()
        default: try json.skipValue()
        }
    }

    package var missing: String? { verdict == nil ? "granted" : nil }

    private struct Condition: Answer {
        var detail = ""

        mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
            if member == "detail" { detail = try json.text() } else { try json.skipValue() }
        }
    }
}
