internal import Text
package import Time

/// The `Retry-After` header (RFC 9110, 10.2.3), which is seconds or a date.
package enum RetryAfter {
    /// The seconds to wait from `now`, by the server's clock; `nil` for what no server should send.
    package static func seconds(_ value: Span<UInt8>, now: Timestamp) -> Int? {
        if let seconds = value.trimmed.decimalValue { return seconds }
        return Timestamp(httpDate: value.trimmed).map { Int(max($0 - now, 0)) }
    }
}
