package import Bytes

/// A request to OSS that somebody wants signed: checked, and taken apart into the pieces that signatures are made of.
///
/// All its bytes lie in one buffer, `text`, and every piece is a range of it, so that a request can be used again for
/// the next caller without giving memory back. Parameters and headers are kept in the order of their canonical form.
package struct OSSRequest: ~Copyable {
    /// Enough for every operation of OSS; a bound on the work that one request can ask for.
    package static let maximumParameters = 128
    package static let maximumHeaders = 64
    /// So many bytes have all of these together, those of parameters as a URL has them; OSS itself takes fewer.
    package static let maximumBytes = 16_384

    package var text = ByteBuffer(capacity: 4_096)
    package var method = Method.get
    package internal(set) var bucket: Range<Int>?
    package internal(set) var key: Range<Int>?
    package internal(set) var endpoint: Endpoint?
    package internal(set) var region: Range<Int>?
    package internal(set) var isForCloudBox = false
    package internal(set) var addressing = Addressing.virtualHost
    package internal(set) var parameters = ReusedArray<Parameter>()
    package internal(set) var headers = ReusedArray<Header>()
    private var byteCount = 0

    package init() {}

    /// Forgets everything but the memory.
    package mutating func reset() {
        text.removeAll()
        method = .get
        bucket = nil
        key = nil
        endpoint = nil
        region = nil
        isForCloudBox = false
        addressing = .virtualHost
        parameters.removeAll()
        headers.removeAll()
        byteCount = 0
    }

    /// Forgets the key, and what was added since the text had so many bytes: further text, and the parameters and headers
    /// named there.
    package mutating func forgetKeyAndAll(behind textCount: Int) {
        key = nil
        text.truncate(to: textCount)
        parameters.removeAll { $0.name.lowerBound >= textCount }
        headers.removeAll { $0.name.lowerBound >= textCount }
    }

    /// Before it is copied, encoded, and repeated for each of many keys.
    mutating func count(_ bytes: Int) throws(SigningError) {
        byteCount += bytes
        guard byteCount <= OSSRequest.maximumBytes else { throw .tooLong }
    }
}

extension OSSRequest {
    /// Writes into the request's text and says where; the pieces that the setters take are made this way.
    package mutating func appending(_ write: (inout ByteBuffer) -> Void) -> Range<Int> {
        let start = text.count
        write(&text)
        return start..<text.count
    }
}

extension OSSRequest {
    /// A query parameter, raw as the caller gave it and percent-encoded as URLs and V4 want it.
    package struct Parameter {
        package var name: Range<Int>
        package var value: Range<Int>
        var encodedName: Range<Int>
        var encodedValue: Range<Int>

        /// How much longer it is when encoded.
        var lengthByEncoding: Int {
            encodedName.count + encodedValue.count - name.count - value.count
        }

        /// Whether the name has nothing to encode.
        var isPlainlyNamed: Bool { encodedName == name }
    }

    /// A header with its name in lower case.
    package struct Header {
        package var name: Range<Int>
        package var value: Range<Int>
        package let kind: HeaderKind
        /// Whether the caller asked for it to be signed as well.
        package var isAdditional = false

        /// Whether the signature covers it; V1 knows no additional headers.
        package func isSigned(in version: SignatureVersion) -> Bool {
            kind.isSignedByDefault || (isAdditional && version == .v4)
        }
    }
}
