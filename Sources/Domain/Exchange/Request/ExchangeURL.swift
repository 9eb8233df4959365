internal import Bytes
internal import Text

/// A URL that every parser reads in the same way: `https://host:port/path?query`, with all other characters escaped.
///
/// The check for plain HTTP and the HTTP library must find the same host in it.
package struct ExchangeURL: Equatable, Sendable {
    package let text: String
    package let isSecure: Bool
    /// The host as it is written, an IPv6 address in its brackets.
    package let host: String

    package init(_ text: String) throws(ExchangeError) {
        do throws(ExchangeURLError) {
            try self.init(checking: text)
        } catch {
            throw .url
        }
    }

    /// Throws the mistake, for a caller that reports it to a person.
    package init(checking text: String) throws(ExchangeURLError) {
        let parts = try Parts(text.utf8Span.span)
        self.text = text
        isSecure = parts.isSecure
        host = String(copying: text.utf8Span.span.extracting(parts.host))
    }

    /// A URL that is part of the program.
    package init(constant text: StaticString) {
        do throws(ExchangeURLError) {
            try self.init(checking: text.description)
        } catch {
            preconditionFailure("\(text) is no URL: \(error)")
        }
    }

    /// Whether it has neither path nor query.
    package var isOrigin: Bool {
        text.utf8.dropFirst(isSecure ? 8 : 7).allSatisfy {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
        }
    }

    /// The URL for people, without the query and perhaps the path, which may contain secrets; truncated.
    package func shown(withoutPath: Bool = false) -> String {
        let scheme = isSecure ? 8 : 7
        let rest = text.utf8.dropFirst(scheme).prefix {
            $0 != UInt8(ascii: "?") && !(withoutPath && $0 == UInt8(ascii: "/"))
        }
        let bytes = text.utf8.prefix(scheme + rest.count)
        return bytes.count <= ExchangeLimit.shownURLBytes
            ? String(Substring(bytes)) : "\(Substring(bytes.prefix(ExchangeLimit.shownURLBytes)))…"
    }

    /// Whether the host is this machine by its literal name; no name is resolved.
    package var isLoopback: Bool {
        let name = host.utf8Span.span
        return name.equalsIgnoringCase("localhost") || name.equals("[::1]") || name.isLoopbackV4
    }

    /// Whether others could read the request; a proxy may be anywhere, and does not reach our loopback.
    package func isExposed(through proxy: ExchangeURL?) -> Bool {
        !isSecure && !(isLoopback && proxy == nil)
    }

    private struct Parts {
        let isSecure: Bool
        let host: Range<Int>

        init(_ url: Span<UInt8>) throws(ExchangeURLError) {
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
    /// The characters of path and query in RFC 3986.
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

    /// Returns the range of the host in `host`, `host:port`, `[address]` or `[address]:port`.
    fileprivate func host(of authority: Range<Int>) throws(ExchangeURLError) -> Range<Int> {
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

    /// Whether a closing bracket follows, and the text has a colon as only an IPv6 address has.
    private func isAddress(_ range: Range<Int>) -> Bool {
        range.upperBound < count && self[range.upperBound] == UInt8(ascii: "]")
            && extracting(range).firstIndex(of: UInt8(ascii: ":")) != nil
    }

    /// Whether it is empty, or a colon and a number.
    private func isPort(_ range: Range<Int>) -> Bool {
        if range.isEmpty { return true }
        guard range.count <= 6, let port = extracting(range.dropFirst()).decimalValue else { return false }
        return (1...65_535).contains(port)
    }

    /// Checks path and query, whose escapes must be complete.
    fileprivate func checkTarget(_ range: Range<Int>) throws(ExchangeURLError) {
        for index in range {
            guard ByteSet.target.contains(self[index]) else { throw .character(self[index]) }
            guard self[index] == UInt8(ascii: "%") else { continue }
            guard index + 2 < count, self[index + 1].hexValue != nil, self[index + 2].hexValue != nil else {
                throw .escape
            }
        }
    }

    /// Whether it is `127.` and three numbers without leading zeros, which some parsers read as octal.
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

/// Why a text is not an `ExchangeURL`.
package enum ExchangeURLError: Error, Equatable {
    case length
    case scheme
    case user
    case fragment
    case host
    case port
    /// A byte that needs an escape in a URL, or after its host.
    case character(UInt8)
    case escape
}

extension ExchangeURLError: CustomStringConvertible {
    /// The correction for people; quotes at most one character of the text, which may contain a secret.
    package var description: String {
        switch self {
        case .length: "a URL has at most \(ExchangeLimit.urlBytes) characters"
        case .scheme: "a URL begins with https:// or http://"
        case .user: "a URL here has no user and no password in it"
        case .fragment: "a fragment (#) is never sent to a server"
        case .host: "the URL names no valid host"
        case .port: "the URL names no valid port"
        case .escape: "'%' in a URL begins an escape of two hexadecimal digits, and is itself written %25"
        case .character(let byte) where (0x21...0x7E).contains(byte):
            "'\(Character(Unicode.Scalar(byte)))' in a URL is written %\(String(byte, radix: 16, uppercase: true))"
        case .character: "a URL is made of printable ASCII characters without blanks"
        }
    }
}
