package import Bytes
package import JSON
internal import OSSAuthClient
internal import Text

extension ByteBuffer {
    /// Appends the JSON value as a line with every control character escaped; to a program it is the same value.
    package mutating func append(json text: Span<UInt8>) throws(JSONError) {
        var json = JSONReader(text)
        try json.skipValue()
        try json.end()
        append(jsonLine: String(copying: text))
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

    /// Appends a text as a JSON string with every control character escaped.
    mutating func append(jsonString text: String) {
        // Most need no look at each character.
        guard !text.utf8Span.span.isPlain else { return value(text) }
        append("\"")
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { append("\\") }
            append(seen: scalar)
        }
        append("\"")
    }

    /// Appends a valid JSON text, in which a control character is never part of a value, as one line.
    package mutating func append(jsonLine text: String) {
        for scalar in text.unicodeScalars where scalar >= " " { append(seen: scalar) }
        append("\n")
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
