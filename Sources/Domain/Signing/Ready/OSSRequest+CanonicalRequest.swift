internal import Bytes
internal import Text
package import Time

extension OSSRequest {
    /// Takes a V4 canonical request apart; as with V1, what was understood must compose to the same bytes.
    package mutating func read(canonicalRequest string: Span<UInt8>) throws(SigningError) -> ReadyString {
        let all = appending { text in text.append(string) }
        var lines = LineReader(all)
        guard let verb = lines.next(in: text), let method = Method(text[verb]),
            let uri = lines.next(in: text),
            let query = lines.next(in: text), !uri.isEmpty, text[uri.lowerBound] == UInt8(ascii: "/")
        else { throw .canonicalRequest }
        self.method = method
        guard try readPath(try decoded(uri.dropFirst())) else { throw .canonicalRequest }
        try readQuery(query)
        try readHeaders(&lines)
        guard let additional = lines.next(in: text) else { throw .canonicalRequest }
        try readAdditional(additional)
        var composed = ByteBuffer(capacity: all.count)
        composed.append(canonicalRequestOf: self, with: SignatureParameters())
        guard composed.equals(text[all]) else { throw .canonicalRequest }
        return try when()
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
        var entries = LineReader(query, separator: UInt8(ascii: "&"))
        while !entries.isAtEnd {
            let entry = entries.next(in: text) ?? entries.takeRest()
            let equals = text[entry].firstIndex(of: UInt8(ascii: "=")).map { entry.lowerBound + $0 }
            let name = try decoded(entry.lowerBound..<(equals ?? entry.upperBound))
            let value = try decoded(
                equals.map { ($0 + 1)..<entry.upperBound } ?? entry.upperBound..<entry.upperBound)
            // Of two lives we would judge one, and OSS might keep the other.
            guard !text[name].isSignatureParameter || !hasParameter(named: name) else {
                throw .canonicalRequest
            }
            try addParameter(name: name, value: value)
        }
    }

    private mutating func readHeaders(_ lines: inout LineReader) throws(SigningError) {
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
        var entries = LineReader(names, separator: UInt8(ascii: ";"))
        while !entries.isAtEnd {
            try addAdditionalHeader(entries.next(in: text) ?? entries.takeRest())
        }
    }

    /// The time is a header in the one form, and with the life a parameter in the other.
    ///
    /// What has something of both could be used as the one that was not judged.
    private func when() throws(SigningError) -> ReadyString {
        if let header = valueOfHeader(.date) {
            guard !parameters.contains(where: { text[$0.name].isSignatureParameter }),
                let time = Timestamp(basicISO: text[header])
            else { throw .canonicalRequest }
            return .header(time)
        }
        // Without these OSS would not take it for a URL, and so not heed its end.
        guard let version = valueOfParameter("x-oss-signature-version"),
            text[version].equals("OSS4-HMAC-SHA256"), valueOfParameter("x-oss-credential") != nil
        else { throw .canonicalRequest }
        guard let date = valueOfParameter("x-oss-date"), let begin = Timestamp(basicISO: text[date]),
            let life = valueOfParameter("x-oss-expires"), let seconds = text[life].decimalValue,
            (1...Signer.maximumExpires).contains(seconds)
        else { throw .canonicalRequest }
        return .url(end: begin + Int64(seconds))
    }

    /// What the request says of its own signing time.
    package var signingTime: Timestamp? {
        (valueOfHeader(.date) ?? valueOfParameter("x-oss-date")).flatMap {
            Timestamp(basicISO: text[$0])
        }
    }

    /// The raw value of the first parameter of this name.
    package func valueOfParameter(_ name: StaticString) -> Range<Int>? {
        for index in parameters.indices where text[parameters[index].name].equals(name) {
            return parameters[index].value
        }
        return nil
    }
}
