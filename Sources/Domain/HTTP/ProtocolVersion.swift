internal import Bytes
internal import Text

/// The versions of HTTP that are spoken here.
enum ProtocolVersion {
    case http10, http11

    /// Another version is an error of its own; `nil` when the bytes are no version at all (RFC 9112, 2.3).
    init?(_ range: Range<Int>, of head: Span<UInt8>) throws(HTTPError) {
        let text = head.extracting(range)
        if text.equals("HTTP/1.1") {
            self = .http11
        } else if text.equals("HTTP/1.0") {
            self = .http10
        } else if text.count == 8, text.hasPrefix("HTTP/"), text[5].isDigit, text[6] == UInt8(ascii: "."),
            text[7].isDigit
        {
            throw HTTPError(.unsupportedVersion, at: range.lowerBound)
        } else {
            return nil
        }
    }
}
