package import Bytes
package import Time

/// Decisions that have no record of their own.
package final class AuditCount {
    /// The rule that granted them; empty: they were refused.
    package let rule: String
    package let since: Instant
    /// When it is to be reported.
    let due: Instant
    package var total = AuditTotal()

    init(of rule: String, from start: Instant, until end: Instant) {
        self.rule = rule
        since = start
        due = end
    }

    /// Whether the rule has this name.
    ///
    /// A name is ASCII, so two with other bytes are never equal. The `==` of Swift knows the same text without a look at
    /// its bytes; in a file that imports Access it would be another.
    func isOf(_ rule: String) -> Bool { self.rule == rule }
}

/// The numbers of counted decisions, and what their objects have in common.
package struct AuditTotal: ~Copyable {
    package private(set) var requests = 0
    package private(set) var signatures = 0
    /// The beginning that `BUCKET/KEY` of all of them have in common.
    package private(set) var prefix = ByteBuffer()
    private var hasPrefix = false

    package mutating func add(_ signatures: Int) {
        requests += 1
        self.signatures += signatures
    }

    /// Shortens the prefix to what it has in common with this object.
    package mutating func add(_ bucket: Span<UInt8>, _ key: Span<UInt8>) {
        guard hasPrefix else {
            hasPrefix = true
            prefix.append(bucket)
            prefix.append("/")
            return prefix.append(key)
        }
        var common = prefix.span.countInCommon(with: bucket)
        if common == bucket.count, common < prefix.count, prefix[common] == UInt8(ascii: "/") {
            common += 1
            common += prefix.span.extracting(droppingFirst: common).countInCommon(with: key)
        }
        prefix.truncate(to: common)
    }
}

extension Span<UInt8> {
    /// The number of bytes at the front that both have.
    fileprivate func countInCommon(with other: Span<UInt8>) -> Int {
        let length = Swift.min(count, other.count)
        if extracting(first: length).equals(other.extracting(first: length)) { return length }
        var index = 0
        while self[index] == other[index] { index += 1 }
        return index
    }
}
