internal import Bytes
internal import Text
internal import Time

extension OSSRequest {
    /// Takes a V1 string to sign apart.
    ///
    /// What was understood is composed again and must give the same bytes, so nothing can be signed that was not seen.
    package mutating func read(stringToSignV1 string: Span<UInt8>) throws(SigningError) -> ReadyString {
        let all = appending { text in text.append(string) }
        var lines = LineReader(all)
        guard let verb = lines.next(in: text), let method = Method(text[verb]),
            let md5 = lines.next(in: text),
            let type = lines.next(in: text), let dateLine = lines.next(in: text)
        else { throw .stringToSign }
        self.method = method
        try addLine("content-md5", md5)
        try addLine("content-type", type)
        try readHeaderLines(&lines)
        try readResource(lines.rest)
        try checkUnambiguous()
        try checkComposition(of: string, date: dateLine)
        return try when(dateLine)
    }

    private mutating func addLine(_ header: StaticString, _ value: Range<Int>) throws(SigningError) {
        guard !value.isEmpty else { return }
        let name = appending { text in text.append(header) }
        try addHeader(name: name, value: value)
    }

    private mutating func readHeaderLines(_ lines: inout LineReader) throws(SigningError) {
        while !lines.rest.isEmpty, text[lines.rest.lowerBound] != UInt8(ascii: "/") {
            guard let line = lines.next(in: text), let colon = text[line].firstIndex(of: UInt8(ascii: ":"))
            else {
                throw .stringToSign
            }
            let middle = line.lowerBound + colon
            try addHeader(name: line.lowerBound..<middle, value: (middle + 1)..<line.upperBound)
        }
    }

    /// `/bucket/key?acl&versionId=1`, raw.
    private mutating func readResource(_ resource: Range<Int>) throws(SigningError) {
        guard !resource.isEmpty, text[resource.lowerBound] == UInt8(ascii: "/") else { throw .stringToSign }
        let mark = text[resource].firstIndex(of: UInt8(ascii: "?")).map { resource.lowerBound + $0 }
        guard try readPath((resource.lowerBound + 1)..<(mark ?? resource.upperBound)) else {
            throw .stringToSign
        }
        guard let mark else { return }
        var entries = LineReader((mark + 1)..<resource.upperBound, separator: UInt8(ascii: "&"))
        while !entries.isAtEnd {
            let entry = entries.next(in: text) ?? entries.takeRest()
            let equals = text[entry].firstIndex(of: UInt8(ascii: "=")).map { entry.lowerBound + $0 }
            let name = entry.lowerBound..<(equals ?? entry.upperBound)
            guard text[name].isSubResource else { throw .stringToSign }
            try addParameter(
                name: name,
                value: equals.map { ($0 + 1)..<entry.upperBound } ?? name.upperBound..<name.upperBound)
        }
    }

    /// `bucket/key`, `bucket/` or nothing, behind the first slash; `false`: it is none of these.
    mutating func readPath(_ path: Range<Int>) throws(SigningError) -> Bool {
        guard !path.isEmpty else { return true }
        guard let slash = text[path].firstIndex(of: UInt8(ascii: "/")) else { return false }
        let middle = path.lowerBound + slash
        try setBucket(path.lowerBound..<middle)
        let key = (middle + 1)..<path.upperBound
        if !key.isEmpty { try setKey(key) }
        return true
    }

    private func checkComposition(of original: Span<UInt8>, date: Range<Int>) throws(SigningError) {
        var composed = ByteBuffer(capacity: original.count)
        composed.append(stringToSignV1Of: self, date: ByteBuffer(copying: text[date]))
        guard composed.equals(original) else { throw .stringToSign }
    }

    private func when(_ dateLine: Range<Int>) throws(SigningError) -> ReadyString {
        // OSS goes by this header where there is one, so it must not say anything else.
        if let date = valueOfHeader(.date), !text[date].equals(text[dateLine]) { throw .stringToSign }
        if let end = text[dateLine].decimalValue { return .url(end: Timestamp(secondsSince1970: Int64(end))) }
        guard let time = Timestamp(httpDate: text[dateLine]) else { throw .stringToSign }
        return .header(time)
    }
}
