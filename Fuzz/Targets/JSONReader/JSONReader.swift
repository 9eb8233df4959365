internal import Bytes
internal import FuzzInput
internal import JSON
internal import Text

/// The reader can read piece by piece all that it can skip whole, and can read back all that is written.
@c(LLVMFuzzerTestOneInput)
func fuzzJSONReader(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        readBack(input)
        var skipper = JSONReader(input)
        guard let range = try? skipper.skipValue(), (try? skipper.end()) != nil else { return }
        precondition(range.upperBound <= input.count && input.isUTF8)
        let once = copied(input)
        precondition(once.equals(copied(once.span).span))
    }
}

private func readBack(_ text: Span<UInt8>) {
    var written = ByteBuffer()
    written.value(text)
    var json = JSONReader(written.span)
    var read = ByteBuffer()
    guard let string = try? json.string(), (try? json.end()) != nil else { preconditionFailure() }
    _ = json.append(string, to: &read)
    precondition(read.span.isUTF8 && (!text.isUTF8 || read.equals(text)))
}

private func copied(_ text: Span<UInt8>) -> ByteBuffer {
    var json = JSONReader(text)
    var copy = ByteBuffer()
    do {
        try json.copy(into: &copy)
    } catch {
        preconditionFailure("what can be skipped can be read")
    }
    return copy
}

extension JSONReader {
    @_lifetime(self: copy self)
    fileprivate mutating func copy(into out: inout ByteBuffer) throws(JSONError) {
        switch try peek() {
        case .object: try copyObject(into: &out)
        case .array:
            try beginArray()
            out.beginArray()
            while try nextElement() { try copy(into: &out) }
            out.endArray()
        case .string: out.value(resolved(try string()))
        case .boolean: out.value(try boolean())
        case .number: try copyNumber(into: &out)
        case .null:
            guard try takeNull() else { preconditionFailure() }
            out.null()
        }
    }

    @_lifetime(self: copy self)
    private mutating func copyObject(into out: inout ByteBuffer) throws(JSONError) {
        try beginObject()
        out.beginObject()
        while let name = try nextMember() {
            out.name(resolved(name).span)
            try copy(into: &out)
        }
        out.endObject()
    }

    /// A number that is not an integer, or is too large, becomes a text.
    @_lifetime(self: copy self)
    private mutating func copyNumber(into out: inout ByteBuffer) throws(JSONError) {
        let written = bytes(try number())
        var number = JSONReader(written)
        if let whole = try? number.integer() { out.value(whole) } else { out.value(written) }
    }

    private func resolved(_ string: JSONString) -> ByteBuffer {
        var text = ByteBuffer()
        _ = append(string, to: &text)
        return text
    }
}
