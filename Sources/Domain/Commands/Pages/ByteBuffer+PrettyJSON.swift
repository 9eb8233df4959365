package import Bytes
internal import CommandLine
package import JSON
internal import Text

extension ByteBuffer {
    /// Appends the same JSON value and a line end: as people read it, two blanks deeper for each level, or on one line.
    ///
    /// What a terminal would obey is written as an escape; to a program that is the same string.
    package mutating func append(
        json text: Span<UInt8>, isIndented: Bool
    ) throws(JSONError) {
        var check = JSONReader(text)
        // Bounds the depth, so that the recursion below is bounded too.
        try check.skipValue()
        try check.end()
        var json = JSONReader(text)
        try append(&json, depth: isIndented ? 0 : nil)
        append(UInt8(ascii: "\n"))
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

    /// Without a depth all is on one line.
    private mutating func breakLine(depth: Int?) {
        guard let depth else { return }
        append("\n")
        for _ in 0..<depth { append("  ") }
    }

    /// Appends a text as JSON, with an escape for each character that a terminal would obey.
    mutating func append(jsonString text: String) {
        append("\"")
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { append("\\") }
            append(seen: scalar)
        }
        append("\"")
    }

    /// Appends a JSON text that was checked, on its one line, with an escape for each such character.
    package mutating func append(jsonLine text: String) {
        for scalar in text.unicodeScalars { append(seen: scalar) }
        append("\n")
    }

    /// - Parameter raw: what stands between the quotes, checked by the reader.
    private mutating func append(string raw: Span<UInt8>) {
        append("\"")
        let text = String(copying: raw)
        if text.unicodeScalars.contains(where: \.isUnseen) {
            for scalar in text.unicodeScalars { append(seen: scalar) }
        } else {
            append(raw)
        }
        append("\"")
    }

    private mutating func append(seen scalar: Unicode.Scalar) {
        guard scalar.isUnseen else {
            append(String(scalar))
            return
        }
        for unit in UTF16.encode(scalar) ?? .init() {
            let digits = String(unit, radix: 16)
            append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
        }
    }
}
