internal import Bytes
internal import Text

extension OSSRequest {
    /// Adds a header at its place in the canonical order; its name becomes lower case.
    package mutating func addHeader(name: Range<Int>, value: Range<Int>) throws(SigningError) {
        try count(name.count + value.count)
        try check(headerName: name, value: value)
        try insert(Header(name: name, value: value, kind: HeaderKind(text[name])))
    }

    /// Adds a header of the signature, which is known to be good, and does not count as what the caller sent.
    mutating func addOwnHeader(
        _ name: StaticString, _ write: (inout ByteBuffer) -> Void
    ) throws(SigningError) {
        let name = appending { text in text.append(name) }
        try insert(Header(name: name, value: appending(write), kind: HeaderKind(text[name])))
    }

    private mutating func insert(_ header: Header) throws(SigningError) {
        guard headers.count < OSSRequest.maximumHeaders else { throw .tooManyHeaders }
        var place = headers.count
        while place > 0 {
            let order = text[header.name].compare(text[headers[place - 1].name])
            if order == 0 { throw .headerTwice }
            if order > 0 { break }
            place -= 1
        }
        headers.insert(header, at: place)
    }

    /// Marks a header to be signed as well.
    ///
    /// `host` need not be among the headers: the URL has it.
    package mutating func addAdditionalHeader(_ name: Range<Int>) throws(SigningError) {
        lowercase(name)
        guard text[name].firstIndex(of: UInt8(ascii: "_")) == nil else { throw .additionalHeaderName }
        if let index = indexOfHeader(text[name]) {
            if !headers[index].kind.isSignedByDefault { headers[index].isAdditional = true }
        } else if text[name].equals("host"), let endpoint {
            let value = appendHostOfURL(endpoint)
            try insert(Header(name: name, value: value, kind: .host, isAdditional: true))
        } else {
            throw .additionalHeaderMissing
        }
    }

    /// The place of a header in `headers`, by its lower-case name.
    @inline(__always) private func indexOfHeader(_ name: Span<UInt8>) -> Int? {
        for index in headers.indices where text[headers[index].name].equals(name) { return index }
        return nil
    }

    /// The value of the first header of this kind; of most kinds there is no other.
    package func valueOfHeader(_ kind: HeaderKind) -> Range<Int>? {
        for index in headers.indices where headers[index].kind == kind { return headers[index].value }
        return nil
    }

    private mutating func check(headerName name: Range<Int>, value: Range<Int>) throws(SigningError) {
        guard !name.isEmpty else { throw .headerName }
        // Nearly all names are such words, and need neither a closer look nor a change.
        if text.span.endOfRun(of: .lowerWord, in: name) < name.upperBound {
            guard text[name].isAll(in: .token) else { throw .headerName }
            lowercase(name)
        }
        guard !value.isEmpty else { throw .headerEmpty }
        guard text[value].isPlain || (text[value].isUTF8 && !text[value].containsControl) else {
            throw .headerValue
        }
        guard !text[value.lowerBound].isBlank, !text[value.upperBound - 1].isBlank else {
            throw .headerUntrimmed
        }
    }

    mutating func lowercase(_ range: Range<Int>) {
        for index in range where text[index].isUppercase { text[index] = text[index].lowercased }
    }

    private mutating func appendHostOfURL(_ endpoint: Endpoint) -> Range<Int> {
        let prefix = addressing == .virtualHost ? bucket : nil
        return appending { text in
            if let prefix {
                text.append(copyOf: prefix)
                text.append(UInt8(ascii: "."))
            }
            text.append(copyOf: endpoint.hostField)
        }
    }
}

extension Span<UInt8> {
    /// Whether the daemon alone may set this header; `self` is in any case.
    package var isSignatureHeader: Bool {
        equalsIgnoringCase("authorization") || equalsIgnoringCase("x-oss-date") || equalsIgnoringCase("date")
            || equalsIgnoringCase("x-oss-security-token")
    }
}
