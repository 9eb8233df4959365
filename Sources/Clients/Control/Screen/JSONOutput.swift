package import Bytes
package import JSON
internal import OSSAuthClient
internal import Text

extension ByteBuffer {
    /// Appends the JSON value and a line end: indented for people, or on one line.
    ///
    /// Control characters are written as escapes; to a program the string is the same.
    package mutating func append(
        json text: Span<UInt8>, isIndented: Bool
    ) throws(JSONError) {
        var check = JSONReader(text)
        // Limits the depth, and so the recursion below.
        try check.skipValue()
        try check.end()
        var json = JSONReader(text)
        try append(&json, depth: isIndented ? 0 : nil)
        append(UInt8(ascii: "\n"))
    }

    /// Appends an object of the daemon; `write` appends the value of each member.
    mutating func append(
        object body: Span<UInt8>,
        _ write: (inout ByteBuffer, String, inout JSONReader) throws(JSONError) -> Void
    ) throws(DaemonError) {
        beginObject()
        do throws(JSONError) {
            var json = JSONReader(body)
            try json.object { member, json throws(JSONError) in
                name(member.utf8Span.span)
                try write(&self, member, &json)
            }
            try json.end()
        } catch {
            throw .broken(error)
        }
        endObject()
    }

    private mutating func append(_ json: inout JSONReader, depth: Int?) throws(JSONError) {
        switch try json.peek() {
        case .object: try append(objectOf: &json, depth: depth)
        case .array: try append(arrayOf: &json, depth: depth)
        case .string: append(string: json.bytes(try json.string().range))
        case .number, .boolean, .null: append(json.bytes(try json.skipValue()))
        }
    }

    private mutating func append(objectOf json: inout JSONReader, depth: Int?) throws(JSONError) {
        append("{")
        try json.beginObject()
        var isEmpty = true
        while let name = try json.nextMember() {
            begin(isFirst: isEmpty, depth: depth.map { $0 + 1 })
            isEmpty = false
            append(string: json.bytes(name.range))
            append(depth == nil ? ":" : ": ")
            try append(&json, depth: depth.map { $0 + 1 })
        }
        if !isEmpty { breakLine(depth: depth) }
        append("}")
    }

    private mutating func append(arrayOf json: inout JSONReader, depth: Int?) throws(JSONError) {
        append("[")
        try json.beginArray()
        var isEmpty = true
        while try json.nextElement() {
            begin(isFirst: isEmpty, depth: depth.map { $0 + 1 })
            isEmpty = false
            try append(&json, depth: depth.map { $0 + 1 })
        }
        if !isEmpty { breakLine(depth: depth) }
        append("]")
    }

    private mutating func begin(isFirst: Bool, depth: Int?) {
        if !isFirst { append(",") }
        breakLine(depth: depth)
    }

    /// Without a depth, everything is on one line.
    private mutating func breakLine(depth: Int?) {
        guard let depth else { return }
        append("\n")
        for _ in 0..<depth { append("  ") }
    }

    /// Appends a text as a JSON string with every control character escaped.
    mutating func append(jsonString text: String) {
        append("\"")
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { append("\\") }
            append(seen: scalar)
        }
        append("\"")
    }

    /// Appends a valid JSON text of one line with every control character escaped.
    package mutating func append(jsonLine text: String) {
        for scalar in text.unicodeScalars { append(seen: scalar) }
        append("\n")
    }

    /// - Parameter raw: the validated text between the quotes.
    private mutating func append(string raw: Span<UInt8>) {
        append("\"")
        let text = String(copying: raw)
        if text.unicodeScalars.contains(where: \.isInvisible) {
            for scalar in text.unicodeScalars { append(seen: scalar) }
        } else {
            append(raw)
        }
        append("\"")
    }

    private mutating func append(seen scalar: Unicode.Scalar) {
        guard scalar.isInvisible else {
            append(String(scalar))
            return
        }
        for unit in UTF16.encode(scalar) ?? .init() {
            let digits = String(unit, radix: 16)
            append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
        }
    }
}
