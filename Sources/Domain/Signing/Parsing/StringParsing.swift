internal import Bytes
internal import Text
package import Time

// Strings that a caller composed to have them signed. A parsed string is composed again and must give the same bytes,
// so that nothing is signed which the rules did not see.

/// The time in which the signature of a string is valid, as the string that the caller composed claims.
package enum ClaimedValidity: Equatable {
    /// In a header: from this time on, as long as OSS tolerates the difference between the clocks.
    case header(Timestamp)
    /// In a URL: until this time.
    case url(end: Timestamp)
}

// The string to sign of V1.
extension OSSRequest {
    package mutating func read(stringToSignV1 string: Span<UInt8>) throws(SigningError) -> ClaimedValidity {
        let all = appending { text in text.append(string) }
        var lines = Splitter(all)
        guard let verb = lines.next(in: text), let method = Method(text[verb]),
            let md5 = lines.next(in: text),
            let type = lines.next(in: text), let dateLine = lines.next(in: text)
        else { throw .stringToSign }
        self.method = method
        try addLine("content-md5", md5)
        try addLine("content-type", type)
        try readHeadersV1(&lines)
        try readResource(lines.rest)
        try checkUnambiguous()
        try checkComposition(of: string, date: dateLine)
        return try validity(ofDateLine: dateLine)
    }

    private mutating func addLine(_ header: StaticString, _ value: Range<Int>) throws(SigningError) {
        guard !value.isEmpty else { return }
        let name = appending { text in text.append(header) }
        try addHeader(name: name, value: value)
    }

    private mutating func readHeadersV1(_ lines: inout Splitter) throws(SigningError) {
        while !lines.rest.isEmpty, text[lines.rest.lowerBound] != UInt8(ascii: "/") {
            guard let line = lines.next(in: text), let colon = text[line].firstIndex(of: UInt8(ascii: ":"))
            else {
                throw .stringToSign
            }
            let middle = line.lowerBound + colon
            try addHeader(name: line.lowerBound..<middle, value: (middle + 1)..<line.upperBound)
        }
    }

    /// Reads `/bucket/key?acl&versionId=1`, which is not encoded.
    private mutating func readResource(_ resource: Range<Int>) throws(SigningError) {
        guard !resource.isEmpty, text[resource.lowerBound] == UInt8(ascii: "/") else { throw .stringToSign }
        let mark = text[resource].firstIndex(of: UInt8(ascii: "?")).map { resource.lowerBound + $0 }
        guard try readPath((resource.lowerBound + 1)..<(mark ?? resource.upperBound)) else {
            throw .stringToSign
        }
        guard let mark else { return }
        var entries = Splitter((mark + 1)..<resource.upperBound, separator: UInt8(ascii: "&"))
        while !entries.isAtEnd {
            let (name, value) = nameAndValue(of: entries.next(in: text) ?? entries.takeRest())
            guard text[name].isSubResource else { throw .stringToSign }
            try addParameter(name: name, value: value)
        }
    }

    private func checkComposition(of original: Span<UInt8>, date: Range<Int>) throws(SigningError) {
        var composed = ByteBuffer(capacity: original.count)
        composed.append(stringToSignV1Of: self, date: ByteBuffer(copying: text[date]))
        guard composed.equals(original) else { throw .stringToSign }
    }

    private func validity(ofDateLine dateLine: Range<Int>) throws(SigningError) -> ClaimedValidity {
        // OSS uses this header instead of the date line, so the two must agree.
        if let date = valueOfHeader(.date), !text[date].equals(text[dateLine]) { throw .stringToSign }
        if let end = text[dateLine].decimalValue { return .url(end: Timestamp(secondsSince1970: Int64(end))) }
        guard let time = Timestamp(httpDate: text[dateLine]) else { throw .stringToSign }
        return .header(time)
    }
}

// The canonical request of V4.
extension OSSRequest {
    package mutating func read(canonicalRequest string: Span<UInt8>) throws(SigningError) -> ClaimedValidity {
        let all = appending { text in text.append(string) }
        var lines = Splitter(all)
        guard let verb = lines.next(in: text), let method = Method(text[verb]),
            let uri = lines.next(in: text),
            let query = lines.next(in: text), !uri.isEmpty, text[uri.lowerBound] == UInt8(ascii: "/")
        else { throw .canonicalRequest }
        self.method = method
        guard try readPath(try decoded(uri.dropFirst())) else { throw .canonicalRequest }
        try readQuery(query)
        try readHeadersV4(&lines)
        guard let additional = lines.next(in: text) else { throw .canonicalRequest }
        try readAdditional(additional)
        var composed = ByteBuffer(capacity: all.count)
        composed.append(canonicalRequestOf: self, with: SignatureParameters(), in: .oss)
        guard composed.equals(text[all]) else { throw .canonicalRequest }
        return try validity()
    }

    private mutating func decoded(_ range: Range<Int>) throws(SigningError) -> Range<Int> {
        var result: Range<Int>?
        text.append(from: range, atMost: range.count) { text, bytes in
            result = text.append(percentDecoding: bytes)
        }
        guard let result else { throw .canonicalRequest }
        return result
    }

    private mutating func readQuery(_ query: Range<Int>) throws(SigningError) {
        guard !query.isEmpty else { return }
        var entries = Splitter(query, separator: UInt8(ascii: "&"))
        while !entries.isAtEnd {
            let entry = nameAndValue(of: entries.next(in: text) ?? entries.takeRest())
            let name = try decoded(entry.name)
            let value = try decoded(entry.value)
            // With two expirations the rules would judge one, and OSS could use the other.
            guard !text[name].isSignatureParameter || !hasParameter(named: name) else {
                throw .canonicalRequest
            }
            try addParameter(name: name, value: value)
        }
    }

    private mutating func readHeadersV4(_ lines: inout Splitter) throws(SigningError) {
        while true {
            guard let line = lines.next(in: text) else { throw .canonicalRequest }
            guard !line.isEmpty else { return }
            guard let colon = text[line].firstIndex(of: UInt8(ascii: ":")) else { throw .canonicalRequest }
            let middle = line.lowerBound + colon
            try addHeader(name: line.lowerBound..<middle, value: (middle + 1)..<line.upperBound)
        }
    }

    private mutating func readAdditional(_ names: Range<Int>) throws(SigningError) {
        guard !names.isEmpty else { return }
        var entries = Splitter(names, separator: UInt8(ascii: ";"))
        while !entries.isAtEnd {
            try addAdditionalHeader(entries.next(in: text) ?? entries.takeRest())
        }
    }

    /// A header signature has its time in a header, and a URL its time and life in parameters.
    ///
    /// A string with parts of both is rejected: it could be used in the form that the rules did not judge.
    private func validity() throws(SigningError) -> ClaimedValidity {
        if let header = valueOfHeader(.date) {
            guard !parameters.contains(where: { text[$0.name].isSignatureParameter }),
                let time = Timestamp(basicISO: text[header])
            else { throw .canonicalRequest }
            return .header(time)
        }
        // Without these OSS would not treat it as a presigned URL, and would ignore its expiration.
        guard let version = valueOfParameter("x-oss-signature-version"),
            text[version].equals("OSS4-HMAC-SHA256"), valueOfParameter("x-oss-credential") != nil
        else { throw .canonicalRequest }
        guard let date = valueOfParameter("x-oss-date"), let begin = Timestamp(basicISO: text[date]),
            let life = valueOfParameter("x-oss-expires"), let seconds = text[life].decimalValue,
            (1...Signer.maximumExpires).contains(seconds)
        else { throw .canonicalRequest }
        return .url(end: begin + Int64(seconds))
    }
}

extension OSSRequest {
    /// Reads `bucket/key`, `bucket/` or nothing, from behind the first slash; `false`: it is not one of these.
    private mutating func readPath(_ path: Range<Int>) throws(SigningError) -> Bool {
        guard !path.isEmpty else { return true }
        guard let slash = text[path].firstIndex(of: UInt8(ascii: "/")) else { return false }
        let middle = path.lowerBound + slash
        try setBucket(path.lowerBound..<middle)
        let key = (middle + 1)..<path.upperBound
        if !key.isEmpty { try setKey(key) }
        return true
    }

    private func nameAndValue(of entry: Range<Int>) -> (name: Range<Int>, value: Range<Int>) {
        guard let offset = text[entry].firstIndex(of: UInt8(ascii: "=")) else {
            return (entry, entry.upperBound..<entry.upperBound)
        }
        let equals = entry.lowerBound + offset
        return (entry.lowerBound..<equals, (equals + 1)..<entry.upperBound)
    }
}

/// Returns the pieces of a range one after the other, without their separators.
private struct Splitter {
    private(set) var rest: Range<Int>
    private(set) var isAtEnd = false
    private let separator: UInt8

    init(_ range: Range<Int>, separator: UInt8 = UInt8(ascii: "\n")) {
        rest = range
        self.separator = separator
    }

    /// The next piece that a separator ends.
    mutating func next(in text: borrowing ByteBuffer) -> Range<Int>? {
        guard let found = text[rest].firstIndex(of: separator) else { return nil }
        let piece = rest.lowerBound..<(rest.lowerBound + found)
        rest = (piece.upperBound + 1)..<rest.upperBound
        return piece
    }

    /// The last piece, which no separator ends.
    mutating func takeRest() -> Range<Int> {
        isAtEnd = true
        return rest
    }
}
