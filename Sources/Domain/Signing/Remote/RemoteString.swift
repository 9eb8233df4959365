internal import Bytes
internal import Text
internal import Time

/// A string that somebody else is to sign, with what he may want to know before he does.
package struct RemoteString: Equatable, Sendable {
    package let version: SignatureVersion
    /// `nil` where nobody can see it.
    package let method: Method?
    package let bucket: String?
    package let key: String?
    package let stringToSign: String
    /// What the signature says of its time: the date line of V1, empty for a form; the day in the scope of V4.
    package let date: String
    /// Of the scope of V4.
    package let region: String?
    package let product: String?

    init(_ string: borrowing ByteBuffer, v1 request: borrowing OSSRequest) {
        version = .v1
        method = request.method
        bucket = request.bucket.map { String(copying: request.text[$0]) }
        key = request.key.map { String(copying: request.text[$0]) }
        stringToSign = String(copying: string.span)
        date = string.span.dateLine
        region = nil
        product = nil
    }

    init(
        _ string: borrowing ByteBuffer, v4 request: borrowing OSSRequest, isOpaque: Bool, at day: Timestamp
    ) {
        version = .v4
        method = isOpaque ? nil : request.method
        bucket = request.bucket.map { String(copying: request.text[$0]) }
        key = request.key.map { String(copying: request.text[$0]) }
        stringToSign = String(copying: string.span)
        var date = ByteBuffer(capacity: 8)
        date.append(day: day)
        self.date = String(copying: date.span)
        region = request.region.map { String(copying: request.text[$0]) }
        product = request.product.description
    }
}

extension Span<UInt8> {
    /// The fourth line of a V1 string; the policy of a form has only one.
    fileprivate var dateLine: String {
        var start = 0
        for _ in 0..<3 {
            guard let end = firstIndex(of: UInt8(ascii: "\n"), from: start) else { return "" }
            start = end + 1
        }
        return String(copying: extracting(start..<(firstIndex(of: UInt8(ascii: "\n"), from: start) ?? count)))
    }
}
