internal import Bytes
internal import JSON

/// What a call was read from, to know a body that says the same of another key.
///
/// What is the same byte for byte around the key means the same. Bodies of different senders are not compared: the time
/// that it takes tells how much of one is like the other.
struct LastBody: ~Copyable {
    /// Of larger ones there are not so many.
    private static let maximumSize = 4_096

    private(set) var text = ByteBuffer(capacity: 1_024)
    private(set) var sender: ObjectIdentifier?
    /// Between its quotes; empty where no other body can be known.
    private var key = 0..<0

    mutating func forget() {
        text.removeAll()
        key = 0..<0
    }

    mutating func become(_ body: Span<UInt8>, key: Range<Int>, from sender: ObjectIdentifier?) {
        forget()
        guard sender != nil, body.count <= LastBody.maximumSize, key.upperBound < body.count else { return }
        text.append(body)
        self.key = key
        self.sender = sender
    }

    /// The key of a body that differs in nothing else, which is the last one from now on.
    mutating func nextKey(in body: Span<UInt8>, from sender: ObjectIdentifier) -> JSONString? {
        guard !key.isEmpty, self.sender == sender, isAlike(body) else { return nil }
        var json = JSONReader(body, at: key.lowerBound - 1)
        guard let next = try? json.string(), body.count - next.range.upperBound == text.count - key.upperBound
        else { return nil }
        become(body, key: next.range, from: sender)
        return next
    }

    /// Whether it begins as this one does, up to the key, and ends as this one does behind that.
    private mutating func isAlike(_ body: Span<UInt8>) -> Bool {
        let rest = text.count - key.upperBound
        guard body.count >= key.lowerBound + rest else { return false }
        return text[key.upperBound..<text.count].equals(body.extracting(last: rest))
            && text[0..<key.lowerBound].equals(body.extracting(first: key.lowerBound))
    }
}
