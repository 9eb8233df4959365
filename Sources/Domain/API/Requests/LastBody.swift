internal import Bytes
internal import JSON

/// What a call was read from, to know a body that says the same of another key.
///
/// What is the same byte for byte around the key means the same. Bodies of different senders are not compared: the time
/// that it takes tells how much of one is like the other.
struct LastBody: ~Copyable {
    /// Of larger ones there are not so many.
    private static let maximumSize = 4_096

    private var text = ByteBuffer(capacity: 1_024)
    /// Between its quotes; empty where no other body can be known.
    private var key = 0..<0
    private var sender = 0

    mutating func forget() {
        text.removeAll()
        key = 0..<0
    }

    mutating func become(_ body: Span<UInt8>, key: Range<Int>, from sender: Int) {
        forget()
        guard body.count <= LastBody.maximumSize, key.upperBound < body.count else { return }
        text.append(body)
        self.key = key
        self.sender = sender
    }

    /// The key of a body that differs in nothing else; mutating, since else all is copied for it.
    mutating func nextKey(in body: Span<UInt8>, from sender: Int) -> JSONString? {
        let rest = text.count - key.upperBound
        guard !key.isEmpty, self.sender == sender, body.count >= key.lowerBound + rest,
            text[key.upperBound..<text.count].equals(body.extracting(last: rest)),
            text[0..<key.lowerBound].equals(body.extracting(first: key.lowerBound))
        else { return nil }
        var json = JSONReader(body, at: key.lowerBound - 1)
        guard let next = try? json.string(), body.count - next.range.upperBound == rest else { return nil }
        return next
    }
}
