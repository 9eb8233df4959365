internal import Bytes
internal import Text

/// The query parameters of a signature of V4 or S3 in the URL: encoded, sorted and joined by `&`.
///
/// They are separate from the parameters of the caller, because all URLs of one second share them.
struct SignatureParameters: ~Copyable {
    private(set) var text = ByteBuffer(capacity: 256)
    private var names = ReusedArray<Range<Int>>()
    /// The two values that the moment does not determine.
    private var expires = 0
    private var additionalHeaders = ByteBuffer(capacity: 64)

    var count: Int { names.count }

    mutating func removeAll() {
        text.removeAll()
        names.removeAll()
    }

    /// Whether the present parameters have these values.
    fileprivate func match(expires: Int, additionalHeaders: borrowing ByteBuffer) -> Bool {
        count > 0 && self.expires == expires && self.additionalHeaders.equals(additionalHeaders.span)
    }

    /// Removes all parameters; the caller then adds those with these values.
    fileprivate mutating func begin(expires: Int, additionalHeaders: borrowing ByteBuffer) {
        removeAll()
        self.expires = expires
        self.additionalHeaders.removeAll()
        self.additionalHeaders.append(additionalHeaders)
    }

    /// Adds a parameter after the others; `write` appends its encoded value.
    mutating func add(_ name: StaticString, _ write: (inout ByteBuffer) -> Void) {
        if count > 0 { text.append(UInt8(ascii: "&")) }
        let start = text.count
        text.append(name)
        names.append(start..<text.count)
        text.append(UInt8(ascii: "="))
        write(&text)
    }

    /// How many of them sort before this name, given that at least `least` do.
    func count(before name: Span<UInt8>, from least: Int) -> Int {
        var index = least
        while index < count, text[names[index]].compare(name) < 0 { index += 1 }
        return index
    }

    /// The range of `text` that some of them occupy.
    subscript(range: Range<Int>) -> Range<Int> {
        let end = range.upperBound == count ? text.count : names[range.upperBound].lowerBound - 1
        return names[range.lowerBound].lowerBound..<end
    }
}

extension Signer {
    /// Writes the parameters, or keeps those of the request before where they are the same.
    mutating func writeParametersV4(
        of request: borrowing OSSRequest, with credential: SigningCredential, expires: Int
    ) {
        additionalHeaders.removeAll()
        additionalHeaders.append(additionalHeadersOf: request)
        guard !parameters.match(expires: expires, additionalHeaders: additionalHeaders) else { return }
        hasParameters = false
        parameters.begin(expires: expires, additionalHeaders: additionalHeaders)
        if !additionalHeaders.isEmpty {
            parameters.add("x-oss-additional-headers") { $0.append(percentEncoded: additionalHeaders) }
        }
        parameters.add("x-oss-credential") { text in text.append(moment.encodedCredential) }
        parameters.add("x-oss-date") { text in text.append(moment.date) }
        parameters.add("x-oss-expires") { text in text.append(decimal: expires) }
        if credential.hasToken {
            parameters.add("x-oss-security-token") { text in text.append(credential.encodedToken) }
        }
        parameters.add("x-oss-signature-version") { text in text.append("OSS4-HMAC-SHA256") }
    }
}
