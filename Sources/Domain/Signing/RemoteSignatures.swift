internal import Bytes
internal import Time

/// A string for a remote signer, with the facts that the signer may check before it signs.
package struct RemoteString: Equatable, Sendable {
    package let version: SignatureVersion
    /// `nil`: the string is opaque.
    package let method: Method?
    package let bucket: String?
    package let key: String?
    package let stringToSign: String
    /// The request behind the hash in a V4 string; `nil`: a V1 string shows it, and a form and an opaque string have none.
    package let canonicalRequest: String?
    /// The date line of V1, which a form does not have, or the day in the scope of V4.
    package let date: String
    /// The region and product are parts of the scope of V4.
    package let region: String?
    package let product: String?

    init(_ string: borrowing ByteBuffer, v1 request: borrowing OSSRequest) {
        version = .v1
        method = request.method
        bucket = request.bucket.map { String(copying: request.text[$0]) }
        key = request.key.map { String(copying: request.text[$0]) }
        stringToSign = String(copying: string.span)
        canonicalRequest = nil
        date = string.span.dateLine
        region = nil
        product = nil
    }

    init(
        _ string: borrowing ByteBuffer, v4 request: borrowing OSSRequest,
        canonicalRequest: borrowing ByteBuffer, isOpaque: Bool, at day: Timestamp
    ) {
        version = .v4
        method = isOpaque ? nil : request.method
        bucket = request.bucket.map { String(copying: request.text[$0]) }
        key = request.key.map { String(copying: request.text[$0]) }
        stringToSign = String(copying: string.span)
        self.canonicalRequest =
            isOpaque || canonicalRequest.isEmpty ? nil : String(copying: canonicalRequest.span)
        var date = ByteBuffer(capacity: 8)
        date.append(day: day)
        self.date = String(copying: date.span)
        region = request.region.map { String(copying: request.text[$0]) }
        product = request.product.description
    }

    /// Compares bytes, because Swift's `==` treats canonically equivalent texts as equal.
    fileprivate func isSame(as other: RemoteString) -> Bool {
        version == other.version && date.utf8.elementsEqual(other.date.utf8)
            && stringToSign.utf8.elementsEqual(other.stringToSign.utf8)
    }
}

/// The strings of one answer that a remote signer signs, and their signatures.
///
/// The answer is composed twice: once to collect the strings, and again with their signatures. An answer must not be
/// sent before it is complete.
package final class RemoteSignatures {
    package private(set) var strings: [RemoteString] = []
    private var signatures: [String?] = []
    /// The index of the next string of this composition.
    private var next = 0
    private var isMissingOne = false

    package init() {}

    /// Begins another composition.
    package func rewind() {
        next = 0
        isMissingOne = false
    }

    /// Whether every string of this composition had a signature.
    package var isComplete: Bool { !isMissingOne }

    package func fill(_ index: Int, with signature: String) {
        signatures[index] = signature
    }

    /// Returns the signature of the next string, or nothing while there is none.
    ///
    /// A string that differs from the one at this index in the composition before never gets that one's signature.
    func signature(under string: RemoteString) -> String {
        defer { next += 1 }
        if next == strings.count {
            strings.append(string)
            signatures.append(nil)
        }
        guard strings[next].isSame(as: string), let signature = signatures[next] else {
            isMissingOne = true
            return ""
        }
        return signature
    }
}

extension Span<UInt8> {
    /// The fourth line of a V1 string; the policy of a form has one line only.
    fileprivate var dateLine: String {
        var start = 0
        for _ in 0..<3 {
            guard let end = firstIndex(of: UInt8(ascii: "\n"), from: start) else { return "" }
            start = end + 1
        }
        return String(copying: extracting(start..<(firstIndex(of: UInt8(ascii: "\n"), from: start) ?? count)))
    }
}
