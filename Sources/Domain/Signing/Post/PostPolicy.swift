internal import Bytes
internal import JSON
internal import Text
package import Time

/// The uploads that a PostObject policy allows, read from its text.
///
/// The policy is described at https://www.alibabacloud.com/help/en/oss/developer-reference/postobject
package struct PostPolicy: Equatable {
    /// A form field whose name begins with `x-oss-`, and the kind of the header that does the same.
    package struct OSSField: Equatable {
        package let name: Range<Int>
        package let kind: HeaderKind
    }

    package enum Key: Equatable {
        case exactly(Range<Int>)
        case beginning(Range<Int>)
        case any
    }

    package static let maximumLength = 65_536

    package private(set) var expiration = Timestamp(secondsSince1970: 0)
    /// The ranges are those of the text of the request.
    package private(set) var bucket: Range<Int>?
    package private(set) var key = Key.any
    /// The fields that conditions name.
    package private(set) var ossFields: [OSSField] = []

    /// Reads a policy; copies the names and values that rules judge into the text of `request`.
    package init(_ text: Span<UInt8>, into request: inout OSSRequest) throws(SigningError) {
        guard text.count <= PostPolicy.maximumLength else { throw .policyTooLarge }
        do {
            try read(text, into: &request)
        } catch {
            throw .policy
        }
    }

    private mutating func read(_ text: Span<UInt8>, into request: inout OSSRequest) throws {
        var json = JSONReader(text)
        var hasExpiration = false
        var hasConditions = false
        try json.beginObject()
        while let name = try json.nextMember() {
            if json.matches(name, "expiration"), !hasExpiration {
                hasExpiration = true
                try readExpiration(&json, &request)
            } else if json.matches(name, "conditions"), !hasConditions {
                hasConditions = true
                var count = 0
                try readConditions(&json, &request, &count)
            } else {
                throw SigningError.policy
            }
        }
        try json.end()
        guard hasExpiration, hasConditions else { throw SigningError.policy }
    }

    private mutating func readExpiration(_ json: inout JSONReader, _ request: inout OSSRequest) throws {
        let range = json.append(try json.string(), to: &request.text)
        guard let time = Timestamp(rfc3339: request.text[range]) else { throw SigningError.policy }
        expiration = time
    }

    /// Reads an array of conditions, as callers of `post-policy` write them.
    package init(conditions text: Span<UInt8>, into request: inout OSSRequest) throws(SigningError) {
        guard text.count <= PostPolicy.maximumLength else { throw .conditionsTooLarge }
        var count = 0
        do {
            var json = JSONReader(text)
            try readConditions(&json, &request, &count)
            try json.end()
        } catch {
            throw .condition(max(0, count - 1))
        }
    }

    /// `count` is the number of the conditions that were begun.
    private mutating func readConditions(
        _ json: inout JSONReader, _ request: inout OSSRequest, _ count: inout Int
    ) throws {
        try json.beginArray()
        while try json.nextElement() {
            count += 1
            switch try json.peek() {
            case .object: try readPair(&json, &request)
            case .array: try readTriple(&json, &request)
            default: throw SigningError.policy
            }
        }
    }

    /// Reads an object of one member, `{"name":"value"}`.
    private mutating func readPair(_ json: inout JSONReader, _ request: inout OSSRequest) throws {
        try json.beginObject()
        guard let name = try json.nextMember() else { throw SigningError.policy }
        let field = json.append(name, to: &request.text)
        note(field, &request)
        let value = json.append(try json.string(), to: &request.text)
        guard try json.nextMember() == nil else { throw SigningError.policy }
        try note(field, equals: value, request)
    }

    /// Reads a condition of a verb, a field and an operand.
    private mutating func readTriple(_ json: inout JSONReader, _ request: inout OSSRequest) throws {
        try json.beginArray()
        guard try json.nextElement() else { throw SigningError.policy }
        let verb = try json.string()
        guard try json.nextElement() else { throw SigningError.policy }
        if json.matches(verb, "content-length-range") {
            let least = try json.integer()
            guard least >= 0, try json.nextElement(), try json.integer() >= least else {
                throw SigningError.policy
            }
        } else {
            let dollarName = json.append(try json.string(), to: &request.text)
            guard dollarName.count > 1, request.text[dollarName.lowerBound] == UInt8(ascii: "$"),
                try json.nextElement()
            else { throw SigningError.policy }
            // The form contains the field whatever the verb is.
            note(dollarName.dropFirst(), &request)
            try readOperand(&json, &request, verb, field: dollarName.dropFirst())
        }
        guard try !json.nextElement() else { throw SigningError.policy }
    }

    private mutating func readOperand(
        _ json: inout JSONReader, _ request: inout OSSRequest, _ verb: JSONString, field: Range<Int>
    ) throws {
        if json.matches(verb, "eq") {
            try note(field, equals: json.append(try json.string(), to: &request.text), request)
        } else if json.matches(verb, "starts-with") {
            let prefix = json.append(try json.string(), to: &request.text)
            if request.text[field].equals("key") { try narrow(toPrefix: prefix, request) }
        } else if json.matches(verb, "in") || json.matches(verb, "not-in") {
            try json.beginArray()
            while try json.nextElement() { _ = try json.string() }
        } else {
            throw SigningError.policy
        }
    }

    private mutating func note(_ field: Range<Int>, _ request: inout OSSRequest) {
        guard request.text[field].hasPrefixIgnoringCase("x-oss-") else { return }
        request.lowercase(field)
        ossFields.append(OSSField(name: field, kind: HeaderKind(request.text[field])))
    }

    private mutating func note(_ field: Range<Int>, equals value: Range<Int>, _ request: borrowing OSSRequest)
        throws
    {
        if request.text[field].equals("bucket") {
            if let bucket, !request.text[bucket].equals(request.text[value]) { throw SigningError.policy }
            bucket = value
        } else if request.text[field].equals("key") {
            try narrow(to: value, request)
        }
    }

    /// OSS replaces `${filename}` by the name of the uploaded file, so the text before it is a prefix only.
    ///
    /// Conditions that no key meets together are rejected; the others narrow `key` one after the other.
    private mutating func narrow(to value: Range<Int>, _ request: borrowing OSSRequest) throws {
        if let dollar = request.text[value].firstIndex(of: UInt8(ascii: "$")) {
            return try narrow(toPrefix: value.lowerBound..<(value.lowerBound + dollar), request)
        }
        switch key {
        case .exactly(let known):
            guard request.text[known].equals(request.text[value]) else { throw SigningError.policy }
        case .beginning(let known):
            guard request.begins(value, with: known) else { throw SigningError.policy }
        case .any: break
        }
        key = .exactly(value)
    }

    private mutating func narrow(toPrefix prefix: Range<Int>, _ request: borrowing OSSRequest) throws {
        switch key {
        case .exactly(let known):
            guard request.begins(known, with: prefix) else { throw SigningError.policy }
        case .beginning(let known):
            guard request.begins(known, with: prefix) || request.begins(prefix, with: known) else {
                throw SigningError.policy
            }
            if known.count < prefix.count { key = .beginning(prefix) }
        case .any: key = .beginning(prefix)
        }
    }
}

extension OSSRequest {
    fileprivate func begins(_ whole: Range<Int>, with prefix: Range<Int>) -> Bool {
        prefix.count <= whole.count && text[whole.prefix(prefix.count)].equals(text[prefix])
    }
}
