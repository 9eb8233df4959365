internal import Bytes
internal import Text

/// An address that can be read in one way only: `https://host:port/path?query`, nothing else and nothing unescaped.
///
/// Who decides whether plain text may travel to a host, and who connects to it, must see the same host.
package struct ExchangeURL: Equatable, Sendable {
    package let text: String
    package let isSecure: Bool
    /// As written, an IPv6 address in its brackets.
    package let host: String

    package init(_ text: String) throws(ExchangeError) {
        guard let parts = Parts(text.utf8Span.span) else { throw .url }
        self.text = text
        isSecure = parts.isSecure
        host = String(copying: text.utf8Span.span.extracting(parts.host))
    }

    /// For people: a query may be a secret, and so may a path, which is also as long as it likes.
    package func shown(withoutPath: Bool = false) -> String {
        let scheme = isSecure ? 8 : 7
        let rest = text.utf8.dropFirst(scheme).prefix {
            $0 != UInt8(ascii: "?") && !(withoutPath && $0 == UInt8(ascii: "/"))
        }
        let bytes = text.utf8.prefix(scheme + rest.count)
        return bytes.count <= ExchangeLimit.shownURLBytes
            ? String(Substring(bytes)) : "\(Substring(bytes.prefix(ExchangeLimit.shownURLBytes)))…"
    }

    /// Whether the host is this machine by its very name; what a resolver might answer does not count.
    package var isLoopback: Bool {
        let name = host.utf8Span.span
        return name.equalsIgnoringCase("localhost") || name.equals("[::1]") || name.isLoopbackV4
    }
}

extension ExchangeURL {
    private struct Parts {
        let isSecure: Bool
        let host: Range<Int>

        init?(_ url: Span<UInt8>) {
            guard url.count <= ExchangeLimit.urlBytes else { return nil }
            isSecure = url.hasPrefix("https://")
            guard isSecure || url.hasPrefix("http://") else { return nil }
            let start = isSecure ? 8 : 7
            let end = url.firstIndex(outside: .authority, from: start)
            guard let host = url.host(of: start..<end), url.isTarget(end..<url.count) else { return nil }
            self.host = host
        }
    }
}

extension ByteSet {
    fileprivate static var name: ByteSet { .alphanumeric.with("-").with(".").with("_") }
    fileprivate static var authority: ByteSet { .name.with(":").with("[").with("]") }
    fileprivate static var addressV6: ByteSet {
        .digits.with("a").with("b").with("c").with("d").with("e").with("f").with("A").with("B").with("C")
            .with("D").with("E").with("F").with(":").with(".")
    }
    /// Path and query of RFC 3986.
    fileprivate static var target: ByteSet { .inSegment.with("/").with("?") }
}

extension Span<UInt8> {
    fileprivate func firstIndex(outside set: ByteSet, from start: Int) -> Int {
        var index = start
        while index < count, set.contains(self[index]) { index += 1 }
        return index
    }

    /// The host in `host`, `host:port`, `[address]` or `[address]:port`.
    fileprivate func host(of authority: Range<Int>) -> Range<Int>? {
        guard !authority.isEmpty else { return nil }
        let isAddressV6 = self[authority.lowerBound] == UInt8(ascii: "[")
        let first = authority.lowerBound + (isAddressV6 ? 1 : 0)
        let last = firstIndex(outside: isAddressV6 ? .addressV6 : .name, from: first)
        guard last > first, !isAddressV6 || last < count && self[last] == UInt8(ascii: "]") else {
            return nil
        }
        let end = isAddressV6 ? last + 1 : last
        return isPort(end..<authority.upperBound) ? authority.lowerBound..<end : nil
    }

    /// Nothing, or a colon and a number.
    private func isPort(_ range: Range<Int>) -> Bool {
        if range.isEmpty { return true }
        guard self[range.lowerBound] == UInt8(ascii: ":"), range.count <= 6,
            let port = extracting(range.dropFirst()).decimalValue
        else { return false }
        return (1...65_535).contains(port)
    }

    /// Nothing, or what begins with `/` or `?` and has escapes that are whole.
    fileprivate func isTarget(_ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return true }
        guard self[range.lowerBound] == UInt8(ascii: "/") || self[range.lowerBound] == UInt8(ascii: "?"),
            firstIndex(outside: .target, from: range.lowerBound) == range.upperBound
        else { return false }
        for index in range where self[index] == UInt8(ascii: "%") {
            guard index + 2 < count, self[index + 1].hexValue != nil, self[index + 2].hexValue != nil else {
                return false
            }
        }
        return true
    }

    /// `127.` and three numbers as people write them: a leading zero would mean octal to some.
    fileprivate var isLoopbackV4: Bool {
        guard hasPrefix("127.") else { return false }
        var numbers = 0
        var start = 4
        while start <= count {
            let end = firstIndex(of: UInt8(ascii: "."), from: start) ?? count
            let digits = extracting(start..<end)
            guard let number = digits.decimalValue, number < 256,
                digits.count == 1 || digits[0] != UInt8(ascii: "0")
            else { return false }
            numbers += 1
            start = end + 1
        }
        return numbers == 3
    }
}
