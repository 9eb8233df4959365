package import Bytes
internal import Text

/// A request to OSS that a caller wants signed: checked, and split into the parts of a signature.
///
/// All bytes are in `text` and every part is a range of it, so the memory serves the next request too. Parameters and
/// headers are sorted as in the canonical request.
package struct OSSRequest: ~Copyable {
    /// Every operation of OSS needs less; the limits bound the work for one request.
    package static let maximumParameters = 128
    package static let maximumHeaders = 64
    /// All of them together, with parameters percent-encoded; OSS accepts fewer.
    package static let maximumBytes = 16_384

    package var text = ByteBuffer(capacity: 4_096)
    package var method = Method.get
    package private(set) var bucket: Range<Int>?
    package private(set) var key: Range<Int>?
    package private(set) var endpoint: Endpoint?
    package private(set) var region: Range<Int>?
    package private(set) var isForCloudBox = false
    package private(set) var addressing = Addressing.virtualHost
    package private(set) var parameters = ReusedArray<Parameter>()
    package private(set) var headers = ReusedArray<Header>()
    /// Of the parameters, percent-encoded, and the headers.
    package private(set) var byteCount = 0

    package init() {}

    /// Empties the request but keeps its memory.
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

    /// Called before the bytes are copied, encoded, and repeated for each of many keys.
    private mutating func count(_ bytes: Int) throws(SigningError) {
        byteCount += bytes
        guard byteCount <= OSSRequest.maximumBytes else { throw .tooLong }
    }

    /// Appends to the text of the request and returns the range, for the setters below.
    package mutating func appending(_ write: (inout ByteBuffer) -> Void) -> Range<Int> {
        let start = text.count
        write(&text)
        return start..<text.count
    }

    /// A query parameter, both raw and percent-encoded.
    package struct Parameter {
        package var name: Range<Int>
        package var value: Range<Int>
        var encodedName: Range<Int>
        var encodedValue: Range<Int>

        /// Whether the name needs no encoding.
        var nameNeedsNoEncoding: Bool { encodedName == name }
    }

    /// A header with its name in lower case.
    package struct Header {
        package var name: Range<Int>
        package var value: Range<Int>
        package let kind: HeaderKind
        /// Whether the caller wants it signed although OSS does not require that.
        package var isAdditional = false

        /// Whether the signature covers it; V1 has no additional headers.
        package func isSigned(in version: SignatureVersion) -> Bool {
            kind.isSignedByDefault || (isAdditional && version != .v1)
                || (version == .s3 && kind.isSignedByS3)
        }
    }
}

// The parts of the URL.
extension OSSRequest {
    package mutating func setBucket(_ name: Range<Int>) throws(SigningError) {
        guard text[name].isBucketName else { throw .bucketName }
        bucket = name
    }

    package mutating func setKey(_ name: Range<Int>) throws(SigningError) {
        try text[name].checkObjectKey()
        key = name
    }

    /// Sets a key that OSS may reject, for requests that others made and that are only checked here.
    package mutating func setKeyUnchecked(_ name: Range<Int>) {
        key = name
    }

    /// Sets the endpoint; an IP address implies path style.
    package mutating func setEndpoint(_ range: Range<Int>) throws(SigningError) {
        lowercase(range)
        guard let endpoint = Endpoint(text[range]) else { throw .endpoint }
        setEndpoint(endpoint, at: range)
    }

    /// Sets an endpoint that was parsed before and is in the text in lower case.
    package mutating func setEndpoint(_ endpoint: Endpoint, at range: Range<Int>) {
        self.endpoint = endpoint.moved(by: range.lowerBound)
        if endpoint.isAddress { addressing = .path }
    }

    package mutating func setRegion(_ name: Range<Int>) throws(SigningError) {
        // `oss-cn-hangzhou` is part of a host name, and OSS rejects signatures for it.
        guard text[name].isRegion, !text[name].hasPrefix("oss-") else { throw .region }
        if !isForCloudBox { region = name }
    }

    /// A cloud box replaces the region in the scope of V4, in whatever order they are set.
    package mutating func setCloudBox(_ id: Range<Int>) throws(SigningError) {
        guard text[id].isRegion else { throw .cloudBoxID }
        region = id
        isForCloudBox = true
    }

    package mutating func setAddressing(_ addressing: Addressing) throws(SigningError) {
        guard endpoint?.isAddress != true || addressing == .path else { throw .addressingOfAddress }
        self.addressing = addressing
    }

    /// Rejects an endpoint of OSS that is incomplete, contains a bucket, or is in another region.
    package func checkPlace() throws(SigningError) {
        guard let endpoint else { return }
        let host = text[endpoint.host]
        if endpoint.host == endpoint.authority, host.lacksDomain { throw .endpointWithoutDomain }
        if addressing == .virtualHost, endpoint.region == nil, host.beginsWithBucket {
            throw .bucketInEndpoint
        }
        if let region, !isForCloudBox, let own = endpoint.region, !text[own].equals(text[region]) {
            throw .regionOfEndpoint
        }
    }

    /// Derives the region from the endpoint when the request has none.
    package mutating func deriveRegion() {
        guard region == nil, let endpoint else { return }
        if let found = endpoint.region {
            region = found
        } else if text[endpoint.host].isLegacyHost {
            let start = text.count
            text.append("cn-hangzhou")
            region = start..<text.count
        }
    }

    /// The product in the scope of V4.
    package var product: StaticString { isForCloudBox ? "oss-cloudbox" : "oss" }

    /// Checks the conditions that involve several parts.
    package func checkWhole(for version: SignatureVersion) throws(SigningError) {
        guard endpoint != nil else { throw .endpointMissing }
        if bucket == nil, key != nil || addressing == .cname { throw .bucketMissing }
        switch version {
        case .v4: if region == nil { throw .regionMissing }
        case .s3: try checkForS3()
        case .v1: try checkUnambiguous()
        }
    }
}

extension OSSRequest {
    /// Adds a header in canonical order and converts its name to lower case.
    package mutating func addHeader(name: Range<Int>, value: Range<Int>) throws(SigningError) {
        try count(name.count + value.count)
        try check(headerName: name, value: value)
        try insert(Header(name: name, value: value, kind: HeaderKind(text[name])))
    }

    /// Adds a header of the signature, which needs no check and does not count towards the limit of bytes.
    mutating func addSignatureHeader(
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

    /// Marks a header to be signed too; `host` may be missing among the headers, because the URL determines it.
    package mutating func addAdditionalHeader(_ name: Range<Int>) throws(SigningError) {
        lowercase(name)
        guard text[name].firstIndex(of: UInt8(ascii: "_")) == nil else { throw .additionalHeaderName }
        if let index = indexOfHeader(text[name]) {
            guard !headers[index].value.isEmpty else { throw .headerEmpty }
            if !headers[index].kind.isSignedByDefault { headers[index].isAdditional = true }
        } else if text[name].equals("host"), let endpoint {
            let value = appendHostOfURL(endpoint)
            try insert(Header(name: name, value: value, kind: .host, isAdditional: true))
        } else {
            throw .additionalHeaderMissing
        }
    }

    /// Adds the header `Host` that the URL determines, unless it is there.
    mutating func addHost() throws(SigningError) {
        guard valueOfHeader(.host) == nil, let endpoint else { return }
        let name = appending { text in text.append("host") }
        try insert(Header(name: name, value: appendHostOfURL(endpoint), kind: .host))
    }

    @inline(__always) private func indexOfHeader(_ name: Span<UInt8>) -> Int? {
        for index in headers.indices where text[headers[index].name].equals(name) { return index }
        return nil
    }

    /// The value of the first header of this kind; most kinds have only one.
    package func valueOfHeader(_ kind: HeaderKind) -> Range<Int>? {
        for index in headers.indices where headers[index].kind == kind { return headers[index].value }
        return nil
    }

    private mutating func check(headerName name: Range<Int>, value: Range<Int>) throws(SigningError) {
        guard !name.isEmpty else { throw .headerName }
        // Nearly all names are in lower case and need neither another check nor a change.
        if text.span.endOfRun(of: .lowerWord, in: name) < name.upperBound {
            guard text[name].isAll(in: .token) else { throw .headerName }
            lowercase(name)
        }
        guard !value.isEmpty else {
            // All clients of S3 sign empty metadata alike; those of OSS disagree.
            guard text[name].hasPrefix("x-amz-meta-") else { throw .headerEmpty }
            return
        }
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

    /// Adds a query parameter in canonical order; a URL has no `=` where the value is empty.
    package mutating func addParameter(name: Range<Int>, value: Range<Int>) throws(SigningError) {
        guard !name.isEmpty else { throw .parameterName }
        try count(name.count + value.count)
        let parameter = Parameter(
            name: name, value: value, encodedName: try encoded(name), encodedValue: try encoded(value))
        // The bytes that encoding adds.
        try count(parameter.encodedName.count + parameter.encodedValue.count - name.count - value.count)
        try insert(parameter)
    }

    /// Adds a parameter of the signature, which needs no check.
    mutating func addSignatureParameter(
        _ name: StaticString, _ value: Range<Int>, encoded: Range<Int>
    ) throws(SigningError) {
        let name = appending { text in text.append(name) }
        try insert(Parameter(name: name, value: value, encodedName: name, encodedValue: encoded))
    }

    private mutating func insert(_ parameter: Parameter) throws(SigningError) {
        guard parameters.count < OSSRequest.maximumParameters else { throw .tooManyParameters }
        parameters.insert(parameter, at: place(of: parameter))
    }

    package func hasParameter(named name: Range<Int>) -> Bool {
        for index in parameters.indices where text[parameters[index].name].equals(text[name]) { return true }
        return false
    }

    /// The raw value of the first parameter of this name.
    package func valueOfParameter(_ name: StaticString) -> Range<Int>? {
        for index in parameters.indices where text[parameters[index].name].equals(name) {
            return parameters[index].value
        }
        return nil
    }

    /// Returns the encoded text: the same range where nothing needs encoding.
    private mutating func encoded(_ raw: Range<Int>) throws(SigningError) -> Range<Int> {
        guard text.span.endOfRun(of: .unreserved, in: raw) < raw.upperBound else { return raw }
        guard text[raw].isUTF8 else { throw .parameterNotUTF8 }
        return appending { text in
            text.append(from: raw, atMost: 3 * raw.count) { text, bytes in text.append(percentEncoded: bytes)
            }
        }
    }

    @inline(__always) private func place(of parameter: Parameter) -> Int {
        var index = parameters.count
        while index > 0, precedes(parameter, parameters[index - 1]) { index -= 1 }
        return index
    }

    @inline(__always) private func precedes(_ left: Parameter, _ right: Parameter) -> Bool {
        let order = text[left.encodedName].compare(text[right.encodedName])
        return order != 0 ? order < 0 : text[left.encodedValue].compare(text[right.encodedValue]) < 0
    }
}

extension Span<UInt8> {
    fileprivate func checkObjectKey() throws(SigningError) {
        guard count > 0 else { throw .keyEmpty }
        guard count <= 1_023 else { throw .keyTooLong }
        guard self[0] != UInt8(ascii: "/"), self[0] != UInt8(ascii: "\\") else { throw .keyBegins }
        guard isUTF8 else { throw .keyNotUTF8 }
    }
}
