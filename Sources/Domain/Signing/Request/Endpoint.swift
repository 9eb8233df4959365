internal import Bytes
internal import Text

/// An endpoint taken apart; the ranges are those of the text that it was read from.
package struct Endpoint: Equatable, Sendable {
    package var isSecure: Bool
    /// The host without its port.
    package var host: Range<Int>
    /// The host with its port.
    package var authority: Range<Int>
    /// Whether the host is an IP address, which has no room for a bucket in front of it.
    package var isAddress: Bool

    /// Longer than any host name (RFC 1035: 253) with a scheme and a port.
    static let maximumLength = 280

    /// Reads `https://host:port`, where scheme and port may be missing; no scheme means https.
    package init?(_ text: Span<UInt8>) {
        guard text.count <= Endpoint.maximumLength else { return nil }
        let hasSecureScheme = text.hasPrefixIgnoringCase("https://")
        let hasPlainScheme = text.hasPrefixIgnoringCase("http://")
        let start = hasSecureScheme ? 8 : hasPlainScheme ? 7 : 0
        let end = text.count > start && text[text.count - 1] == UInt8(ascii: "/") ? text.count - 1 : text.count
        isSecure = !hasPlainScheme
        authority = start..<end
        host = authority
        isAddress = false
        guard splitPort(of: text) else { return nil }
        if host.count > 0, text[host.lowerBound] == UInt8(ascii: "[") {
            isAddress = true
            guard text.extracting(host).isBracketedIPv6 else { return nil }
        } else {
            guard text.extracting(host).isHostName else { return nil }
            isAddress = text.extracting(host).isIPv4
        }
    }

    private mutating func splitPort(of text: Span<UInt8>) -> Bool {
        var colon = authority.upperBound
        while colon > authority.lowerBound, text[colon - 1].isDigit { colon -= 1 }
        guard colon > authority.lowerBound, text[colon - 1] == UInt8(ascii: ":") else { return true }
        host = authority.lowerBound..<(colon - 1)
        guard let port = text.extracting(colon..<authority.upperBound).decimalValue else { return false }
        return (1...65_535).contains(port)
    }

    func moved(by distance: Int) -> Endpoint {
        var moved = self
        moved.host = (host.lowerBound + distance)..<(host.upperBound + distance)
        moved.authority = (authority.lowerBound + distance)..<(authority.upperBound + distance)
        return moved
    }
}

extension Span<UInt8> {
    fileprivate var isHostName: Bool {
        guard (1...253).contains(count), self[0] != UInt8(ascii: "."), self[0] != UInt8(ascii: "-") else { return false }
        var previous: UInt8 = 0
        for index in 0..<count {
            let byte = self[index]
            guard byte.isAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") else { return false }
            if byte == UInt8(ascii: "."), previous == byte { return false }
            previous = byte
        }
        return true
    }

    fileprivate var isIPv4: Bool {
        var dots = 0
        for index in 0..<count {
            if self[index] == UInt8(ascii: ".") { dots += 1 } else if !self[index].isDigit { return false }
        }
        return dots == 3
    }

    fileprivate var isBracketedIPv6: Bool {
        guard count >= 4, self[count - 1] == UInt8(ascii: "]") else { return false }
        for index in 1..<(count - 1) {
            guard self[index].hexValue != nil || self[index] == UInt8(ascii: ":") || self[index] == UInt8(ascii: ".") else {
                return false
            }
        }
        return true
    }
}
