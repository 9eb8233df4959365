import Bytes
import JSON

/// Evaluates a policy of RAM as its documents describe it: an explicit Deny wins, else an Allow is needed.
///
/// Written apart from the compiler, from https://www.alibabacloud.com/help/en/ram/policy-structure-and-syntax and
/// https://www.alibabacloud.com/help/en/ram/conditional-operator. It knows no more than the policies need.
struct PolicyEvaluator {
    fileprivate struct Statement {
        var isAllow = false
        var actions: [[UInt8]] = []
        var resources: [[UInt8]] = []
        var prefixes: [[UInt8]]?
    }

    private var statements: [Statement] = []

    init(_ policy: String) throws {
        var json = JSONReader(policy.utf8Span.span)
        try json.beginObject()
        while let name = try json.nextMember() {
            guard json.text(of: name) == "Statement" else {
                _ = try json.skipValue()
                continue
            }
            try json.beginArray()
            while try json.nextElement() { statements.append(try Self.statement(&json)) }
        }
        try json.end()
    }

    func allows(_ action: String, on resource: String, prefix: String?) -> Bool {
        var isAllowed = false
        for statement in statements {
            guard statement.covers(Array(action.utf8), Array(resource.utf8), prefix.map { Array($0.utf8) })
            else { continue }
            guard statement.isAllow else { return false }
            isAllowed = true
        }
        return isAllowed
    }

    private static func statement(_ json: inout JSONReader) throws -> Statement {
        var statement = Statement()
        try json.beginObject()
        while let name = try json.nextMember() {
            switch json.text(of: name) {
            case "Effect": statement.isAllow = try json.text() == "Allow"
            case "Action": statement.actions = try list(&json)
            case "Resource": statement.resources = try list(&json)
            case "Condition": statement.prefixes = try prefixes(&json)
            default: throw UnknownElement()
            }
        }
        return statement
    }

    private static func list(_ json: inout JSONReader) throws -> [[UInt8]] {
        var texts: [[UInt8]] = []
        try json.beginArray()
        while try json.nextElement() { texts.append(Array(try json.text().utf8)) }
        return texts
    }

    /// Only `{"StringLike": {"oss:Prefix": […]}}`.
    private static func prefixes(_ json: inout JSONReader) throws -> [[UInt8]] {
        var prefixes: [[UInt8]] = []
        try json.beginObject()
        while let name = try json.nextMember() {
            guard json.text(of: name) == "StringLike" else {
                throw UnknownElement()
            }
            try json.beginObject()
            while let key = try json.nextMember() {
                guard json.text(of: key) == "oss:Prefix" else {
                    throw UnknownElement()
                }
                prefixes = try list(&json)
            }
        }
        return prefixes
    }
}

/// An element of a policy that the evaluator does not know.
struct UnknownElement: Error {}

extension PolicyEvaluator.Statement {
    /// A condition on a value that the request lacks does not hold.
    fileprivate func covers(_ action: [UInt8], _ resource: [UInt8], _ prefix: [UInt8]?) -> Bool {
        guard actions.contains(where: { matches($0, action) }),
            resources.contains(where: { matches($0, resource) })
        else { return false }
        guard let prefixes else { return true }
        guard let prefix else { return false }
        return prefixes.contains { matches($0, prefix) }
    }

    /// `*` matches any text, `?` one character; both match a slash.
    private func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
        var p = 0
        var t = 0
        var star = -1
        var mark = 0
        while t < text.count {
            if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
                star = p
                mark = t
                p += 1
            } else if p < pattern.count, pattern[p] == UInt8(ascii: "?") || pattern[p] == text[t] {
                p += 1
                t += 1
            } else if star >= 0 {
                p = star + 1
                mark += 1
                t = mark
            } else {
                return false
            }
        }
        while p < pattern.count, pattern[p] == UInt8(ascii: "*") { p += 1 }
        return p == pattern.count
    }
}
