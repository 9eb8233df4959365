internal import Bytes

/// The response while it arrives, with its limits.
struct Reception: ~Copyable {
    /// Responses from our servers have heads of about 500 bytes; curl keeps all of a head in memory.
    private static let headLimit = 65_536
    /// A date has 29 bytes.
    private static let valueLimit = 64

    var body = ByteBuffer(capacity: 4_096)
    var bodyLimit = 0
    private(set) var isTooLarge = false
    private(set) var date = ByteBuffer(capacity: 32)
    private(set) var retryAfter = ByteBuffer(capacity: 32)
    private var headBytes = 0

    /// Returns whether more data is welcome.
    mutating func takeBody(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count <= bodyLimit - body.count else { return refuse() }
        body.append(bytes)
        return true
    }

    /// Takes one line of a head; a later head replaces a preliminary one.
    mutating func takeHeader(_ line: Span<UInt8>) -> Bool {
        headBytes += line.count
        guard headBytes <= Reception.headLimit else { return refuse() }
        if line.hasPrefix("HTTP/") {
            date.removeAll()
            retryAfter.removeAll()
        } else if let value = line.value(of: "date:") {
            date.replace(with: value, atMost: Reception.valueLimit)
        } else if let value = line.value(of: "retry-after:") {
            retryAfter.replace(with: value, atMost: Reception.valueLimit)
        }
        return true
    }

    private mutating func refuse() -> Bool {
        isTooLarge = true
        return false
    }
}

extension ByteBuffer {
    fileprivate mutating func replace(with value: Span<UInt8>, atMost limit: Int) {
        removeAll()
        if value.count <= limit { append(value) }
    }
}

extension Span<UInt8> {
    /// Returns the value without surrounding white space; `name` must be in lower case.
    @_lifetime(copy self)
    fileprivate func value(of name: StaticString) -> Span<UInt8>? {
        let length = name.utf8CodeUnitCount
        guard count >= length else { return nil }
        for index in 0..<length where self[index] | 0x20 != name.bytes[index] | 0x20 { return nil }
        var range = length..<count
        while let last = range.last, self[last] <= 0x20 { range.removeLast() }
        while let first = range.first, self[first] <= 0x20 { range.removeFirst() }
        return extracting(range)
    }
}
