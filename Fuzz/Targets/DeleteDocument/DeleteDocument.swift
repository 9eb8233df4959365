internal import API
internal import Bytes
internal import FuzzInput
internal import Text

/// An accepted document has the keys that every parser of XML finds: as many as it has tags, and the same ones when they are
/// written again.
@c(LLVMFuzzerTestOneInput)
func fuzzDeleteDocument(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        var text = ByteBuffer()
        var again = ByteBuffer()
        guard let found = keys(of: input, into: &text) else { return }
        precondition(found.count == tags(in: input))
        guard let others = keys(of: document(of: found, in: text).span, into: &again) else {
            preconditionFailure("the keys can be written again")
        }
        precondition(others.count == found.count)
        for (key, other) in zip(found, others) {
            precondition((1...1_023).contains(key.count) && text[key].isUTF8)
            precondition(text[key].equals(again[other]))
        }
    }
}

/// `nil`: the document is refused.
private func keys(of bytes: Span<UInt8>, into text: inout ByteBuffer) -> [Range<Int>]? {
    var document = DeleteDocument(bytes)
    var keys: [Range<Int>] = []
    do throws(Problem) {
        while let key = try document.nextKey(into: &text) { keys.append(key) }
        return keys
    } catch {
        return nil
    }
}

private func tags(in document: Span<UInt8>) -> Int {
    var count = 0
    for start in 0..<document.count where document.extracting(droppingFirst: start).hasPrefix("<Key>") {
        count += 1
    }
    return count
}

/// Every byte that means something is a reference.
private func document(of keys: [Range<Int>], in text: borrowing ByteBuffer) -> ByteBuffer {
    var document = ByteBuffer()
    document.append("<Delete>")
    for key in keys {
        document.append("<Object><Key>")
        for index in key {
            let byte = text.span[index]
            let isPlain = byte > 0x7F || byte.isAlphanumeric
            if isPlain { document.append(byte) } else { document.append("&#\(byte);") }
        }
        document.append("</Key></Object>")
    }
    document.append("</Delete>")
    return document
}
