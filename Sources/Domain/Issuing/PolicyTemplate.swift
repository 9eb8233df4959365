internal import JSON
internal import Scoping

/// A session policy with `%u` for the name of the user.
package struct PolicyTemplate: Equatable, Sendable {
    /// The text between the names.
    private let parts: [String]

    /// Parses the JSON of a policy; `%%` is a percent sign.
    package init(_ text: String) throws(PolicyTemplateError) {
        guard text.utf8.count <= ScopedPolicy.maximumLength else { throw .tooLong }
        guard PolicyTemplate.isObject(text.utf8Span.span) else { throw .notJSON }
        var parts = [""]
        var rest = text[...]
        while let mark = rest.firstIndex(of: "%") {
            parts[parts.count - 1] += rest[..<mark]
            rest = rest[rest.index(after: mark)...]
            switch rest.popFirst() {
            case "%": parts[parts.count - 1] += "%"
            case "u":
                // Otherwise the policy of 'al' would hold for the keys of 'alice'.
                guard rest.first == "/" || rest.first == "\"" else { throw .openName }
                parts.append("")
            default: throw .specifier
            }
        }
        parts[parts.count - 1] += rest
        self.parts = parts
    }

    package func policy(of user: UserName) -> String { parts.joined(separator: user.text) }

    private static func isObject(_ text: Span<UInt8>) -> Bool {
        do throws(JSONError) {
            var json = JSONReader(text)
            guard try json.peek() == .object else { return false }
            _ = try json.skipValue()
            try json.end()
            return true
        } catch {
            return false
        }
    }
}

/// Why a text is no template of a policy.
package enum PolicyTemplateError: Error, Equatable {
    case tooLong, notJSON, specifier, openName
}

extension PolicyTemplateError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLong: "a policy has at most \(ScopedPolicy.maximumLength) bytes"
        case .notJSON: "this is no JSON object"
        case .specifier: "'%' is followed by 'u' or '%'"
        case .openName:
            "'/' or the end of the string must follow '%u', or a user would get the keys of others whose names begin "
                + "the same"
        }
    }
}
