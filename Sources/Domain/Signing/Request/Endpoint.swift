internal import Bytes
internal import Text

/// A parsed endpoint; its ranges are those of the text that it was read from.
package struct Endpoint: Equatable, Sendable {
    package var isSecure: Bool
    /// The host without its port.
    package var host: Range<Int>
    /// The host with its port.
    package var authority: Range<Int>
    /// Whether the host is an IP address, which a bucket cannot precede.
    package var isAddress: Bool
    /// The region that the name of the host contains, if that is certain.
    private(set) var region: Range<Int>?
    private var hasDefaultPort = false

    /// More than the longest host name (RFC 1035: 253) with a scheme and a port.
    private static let maximumLength = 280

    /// Reads `https://host:port` in lower case; scheme and port are optional, and https is the default.
    package init?(_ text: Span<UInt8>) {
        guard text.count <= Endpoint.maximumLength else { return nil }
        let hasSecureScheme = text.hasPrefix("https://")
        let hasPlainScheme = text.hasPrefix("http://")
        let start = hasSecureScheme ? 8 : hasPlainScheme ? 7 : 0
        let end =
            text.count > start && text[text.count - 1] == UInt8(ascii: "/") ? text.count - 1 : text.count
        isSecure = !hasPlainScheme
        authority = start..<end
        host = authority
        isAddress = false
        guard splitPort(of: text) else { return nil }
        if host.count > 0, text[host.lowerBound] == UInt8(ascii: "[") {
            isAddress = true
            guard text.extracting(host).isBracketedIPv6 else { return nil }
        } else {
            isAddress = text.extracting(host).isIPv4
            guard isAddress || text.extracting(host).isHostName else { return nil }
            region = text.extracting(host).regionInHost.map { $0.moved(by: host.lowerBound) }
        }
    }

    private mutating func splitPort(of text: Span<UInt8>) -> Bool {
        var colon = authority.upperBound
        while colon > authority.lowerBound, text[colon - 1].isDigit { colon -= 1 }
        guard colon > authority.lowerBound, text[colon - 1] == UInt8(ascii: ":") else { return true }
        host = authority.lowerBound..<(colon - 1)
        guard let port = text.extracting(colon..<authority.upperBound).decimalValue else { return false }
        hasDefaultPort = port == (isSecure ? 443 : 80)
        return (1...65_535).contains(port)
    }

    /// The value of `Host`, which has no port where the port is the default of the scheme (RFC 9110, 4.2.3).
    var hostField: Range<Int> { hasDefaultPort ? host : authority }

    func moved(by distance: Int) -> Endpoint {
        var moved = self
        moved.host = host.moved(by: distance)
        moved.authority = authority.moved(by: distance)
        moved.region = region.map { $0.moved(by: distance) }
        return moved
    }
}

extension Range<Int> {
    fileprivate func moved(by distance: Int) -> Range<Int> {
        (lowerBound + distance)..<(upperBound + distance)
    }
}

/// The place of the bucket in a URL; the signature always contains the bucket.
package enum Addressing: Sendable {
    /// `https://bucket.host/key`
    case virtualHost
    /// `https://host/bucket/key`, for IP addresses and test servers
    case path
    /// `https://custom.domain/key`
    case cname

    package var name: StaticString {
        switch self {
        case .virtualHost: "virtual"
        case .path: "path"
        case .cname: "cname"
        }
    }
}

extension Span<UInt8> {
    fileprivate var isHostName: Bool {
        guard (1...253).contains(count), self[0] != UInt8(ascii: "."), self[0] != UInt8(ascii: "-") else {
            return false
        }
        var previous: UInt8 = 0
        for index in 0..<count {
            let byte = self[index]
            guard byte.isAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") else {
                return false
            }
            if byte == UInt8(ascii: "."), previous == byte { return false }
            previous = byte
        }
        return !endsInNumber
    }

    /// Whether the last label is empty or all digits: no domain ends so, and some programs read it as an address.
    private var endsInNumber: Bool {
        var index = count
        while index > 0, self[index - 1].isDigit { index -= 1 }
        return index == 0 || self[index - 1] == UInt8(ascii: ".")
    }

    package var isIPv4: Bool {
        var numbers = 0
        var start = 0
        while start <= count {
            let end = firstIndex(of: UInt8(ascii: "."), from: start) ?? count
            guard end - start <= 3, let number = extracting(start..<end).decimalValue, number <= 255 else {
                return false
            }
            numbers += 1
            start = end + 1
        }
        return numbers == 4
    }

    /// Distinguishes an address from a name; it need not be a valid address.
    fileprivate var isBracketedIPv6: Bool {
        guard count >= 4, self[count - 1] == UInt8(ascii: "]") else { return false }
        var colons = 0
        for index in 1..<(count - 1) {
            let byte = self[index]
            guard byte.hexValue != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") else {
                return false
            }
            if byte == UInt8(ascii: ":") { colons += 1 }
        }
        return colons >= 2
    }
}
