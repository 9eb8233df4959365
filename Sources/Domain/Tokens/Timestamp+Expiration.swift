internal import Bytes
internal import Text
package import Time

extension Timestamp {
    /// As a number of seconds this would be the year 5138, as one of milliseconds it is 1973.
    private static let firstMilliseconds = 100_000_000_000

    /// Reads the end of a token as servers write it: RFC 3339 with or without fraction and offset, or seconds or
    /// milliseconds since 1970.
    package init?(expiration text: Span<UInt8>) {
        guard let number = text.wholeNumber else {
            self.init(rfc3339: text)
            return
        }
        let seconds = number >= Timestamp.firstMilliseconds ? number / 1_000 : number
        self.init(secondsSince1970: Int64(seconds))
        guard Timestamp.representable.contains(self) else { return nil }
    }
}

extension Span<UInt8> {
    /// A number without sign and exponent; what follows the point is dropped.
    fileprivate var wholeNumber: Int? {
        let point = firstIndex(of: UInt8(ascii: ".")) ?? count
        for index in 0..<count where index != point && !self[index].isDigit { return nil }
        return extracting(first: point).decimalValue
    }
}
