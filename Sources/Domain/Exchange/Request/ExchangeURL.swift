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
        do throws(ExchangeURLMistake) {
            try self.init(checking: text)
        } catch {
            throw .url
        }
    }

    /// The same for whoever tells a person what to write instead.
    package init(checking text: String) throws(ExchangeURLMistake) {
        let parts = try Parts(text.utf8Span.span)
        self.text = text
        isSecure = parts.isSecure
        host = String(copying: text.utf8Span.span.extracting(parts.host))
    }

    /// One that the program knows by itself.
    package init(constant text: StaticString) {
        do throws(ExchangeURLMistake) {
            try self.init(checking: text.description)
        } catch {
            preconditionFailure("\(text) is no URL: \(error)")
        }
    }

    /// Whether neither path nor query follow the host.
    package var isOrigin: Bool {
        text.utf8.dropFirst(isSecure ? 8 : 7).allSatisfy {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
        }
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

    /// Whether others could read what is sent: a proxy may be anywhere, and this machine is not its own.
    package func isExposed(through proxy: ExchangeURL?) -> Bool {
        !isSecure && !(isLoopback && proxy == nil)
    }
}

extension ExchangeURL {
    private struct Parts {
        let isSecure: Bool
        let host: Range<Int>

        init(_ url: Span<UInt8>) throws(ExchangeURLMistake) {
            guard url.count <= ExchangeLimit.urlBytes else { throw .length }
            for index in url.indices where !(0x21...0x7E).contains(url[index]) {
                throw .character(url[index])
            }
            isSecure = url.hasPrefix("https://")
            guard isSecure || url.hasPrefix("http://") else { throw .scheme }
            guard url.firstIndex(of: UInt8(ascii: "#")) == nil else { throw .fragment }
            let start = isSecure ? 8 : 7
            let end = url.endOfAuthority(from: start)
            guard url.extracting(start..<end).firstIndex(of: UInt8(ascii: "@")) == nil else { throw .user }
            host = try url.host(of: start..<end)
            try url.checkTarget(end..<url.count)
        }
    }
}

extension ByteSet {
    fileprivate static var name: ByteSet { .alphanumeric.with("-").with(".").with("_") }
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

    fileprivate func endOfAuthority(from start: Int) -> Int {
        var index = start
        while index < count, self[index] != UInt8(ascii: "/"), self[index] != UInt8(ascii: "?") { index += 1 }
        return index
    }

    /// The host in `host`, `host:port`, `[address]` or `[address]:port`.
    fileprivate func host(of authority: Range<Int>) throws(ExchangeURLMistake) -> Range<Int> {
        let isAddressV6 = !authority.isEmpty && self[authority.lowerBound] == UInt8(ascii: "[")
        let first = authority.lowerBound + (isAddressV6 ? 1 : 0)
        let last = firstIndex(outside: isAddressV6 ? .addressV6 : .name, from: first)
        guard isAddressV6 ? isAddress(first..<last) : isName(first..<last) else { throw .host }
        let end = isAddressV6 ? last + 1 : last
        guard end == authority.upperBound || self[end] == UInt8(ascii: ":") else { throw .host }
        guard isPort(end..<authority.upperBound) else { throw .port }
        return authority.lowerBound..<end
    }

    private func isName(_ range: Range<Int>) -> Bool {
        (1...253).contains(range.count) && self[range.lowerBound] != UInt8(ascii: ".")
            && self[range.lowerBound] != UInt8(ascii: "-")
    }

    /// What stands before a closing bracket, with the colon that only an IPv6 address has.
    private func isAddress(_ range: Range<Int>) -> Bool {
        range.upperBound < count && self[range.upperBound] == UInt8(ascii: "]")
            && extracting(range).firstIndex(of: UInt8(ascii: ":")) != nil
    }

    /// Nothing, or a colon and a number.
    private func isPort(_ range: Range<Int>) -> Bool {
        if range.isEmpty { return true }
        guard range.count <= 6, let port = extracting(range.dropFirst()).decimalValue else { return false }
        return (1...65_535).contains(port)
    }

    /// Path and query, whose escapes must be whole.
    fileprivate func checkTarget(_ range: Range<Int>) throws(ExchangeURLMistake) {
        for index in range {
            guard ByteSet.target.contains(self[index]) else { throw .character(self[index]) }
            guard self[index] == UInt8(ascii: "%") else { continue }
            guard index + 2 < count, self[index + 1].hexValue != nil, self[index + 2].hexValue != nil else {
                throw .escape
            }
        }
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
