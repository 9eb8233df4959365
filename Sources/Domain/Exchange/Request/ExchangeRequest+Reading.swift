internal import Bytes
internal import JSON

extension ExchangeRequest {
    private enum Member: String {
        case url, method, headers, body, formFile, connectTimeout, timeout, maximumResponseSize,
            allowPlainHTTP, caFile,
            clientCertificate, clientKey, pinnedPublicKeys, proxy, login, decoder, isOneOfMany
    }

    /// Reads the line that `input` is or begins; `nil`: more bytes must come.
    package static func decode(_ input: Span<UInt8>) throws(ExchangeError) -> ExchangeRequest? {
        try input.readLine { json in try ExchangeRequest(&json) }
    }

    /// The address comes first, since there is no request without it; everything else has a default.
    private init(_ json: inout JSONReader) throws {
        var seen: Set<Member> = []
        try json.beginObject()
        guard try json.nextMember(notIn: &seen) == .url else { throw ExchangeError.urlMissing }
        self.init(.get, try ExchangeURL(try json.text()))
        var certificate = CertificateFiles()
        while let member = try json.nextMember(notIn: &seen) { try read(member, &certificate, &json) }
        clientCertificate = try certificate.whole()
        try check()
    }

    private mutating func read(
        _ member: Member, _ certificate: inout CertificateFiles, _ json: inout JSONReader
    ) throws {
        switch member {
        case .url: url = try ExchangeURL(try json.text())
        case .method: method = try Method(&json)
        case .headers: headers = try ExchangeHeader.all(&json)
        case .body: body = try ExchangeBody(&json)
        case .formFile: formFile = try json.takeNull() ? nil : try FormFile(&json)
        case .connectTimeout: connectTimeout = try json.integer()
        case .timeout: timeout = try json.integer()
        case .maximumResponseSize: maximumResponseSize = try json.integer()
        case .allowPlainHTTP: allowPlainHTTP = try json.boolean()
        case .caFile: caFile = try json.takeNull() ? nil : try json.text()
        case .clientCertificate: certificate.path = try json.takeNull() ? nil : try json.text()
        case .clientKey: certificate.key = try json.takeNull() ? nil : try json.text()
        case .pinnedPublicKeys:
            pinnedPublicKeys = try json.texts(atMost: ExchangeLimit.pins, else: .pin).map(PublicKeyPin.init)
        case .proxy: proxy = try json.takeNull() ? nil : try ExchangeURL(try json.text())
        case .login: login = try ExchangeLogin(&json)
        case .isOneOfMany: isOneOfMany = try json.boolean()
        case .decoder:
            let words = try json.texts(atMost: ExchangeLimit.words, else: .command)
            decoder = words.isEmpty ? nil : try ExchangeCommand(words)
        }
    }
}

extension FormFile {
    /// Reads `["name","file"]`.
    fileprivate init(_ json: inout JSONReader) throws {
        let texts = try json.texts(atMost: 2, else: .formFile)
        guard texts.count == 2 else { throw ExchangeError.formFile }
        try self.init(texts[0], file: try SecretFile(texts[1]))
    }
}

/// The two members that are one thing.
private struct CertificateFiles {
    var path: String?
    var key: String?

    func whole() throws(ExchangeError) -> ClientCertificate? {
        switch (path, key) {
        case (nil, nil): return nil
        case (let path?, let key?): return try ClientCertificate(path, key: try SecretFile(key))
        default: throw .memberMissing
        }
    }
}

extension ExchangeRequest.Method {
    fileprivate init(_ json: inout JSONReader) throws {
        guard let method = Self(rawValue: try json.text()) else { throw ExchangeError.method }
        self = method
    }
}

extension ExchangeHeader {
    /// Reads `[["Name","value"],…]`.
    fileprivate static func all(_ json: inout JSONReader) throws -> [ExchangeHeader] {
        var headers: [ExchangeHeader] = []
        try json.beginArray()
        while try json.nextElement() {
            guard headers.count < ExchangeLimit.headers else { throw ExchangeError.tooManyHeaders }
            headers.append(try ExchangeHeader(&json))
        }
        return headers
    }

    private init(_ json: inout JSONReader) throws {
        try json.beginArray()
        guard try json.nextElement() else { throw ExchangeError.headerName }
        let name = try json.text()
        guard try json.nextElement() else { throw ExchangeError.headerValue }
        try self.init(name: name, value: try json.text())
        guard try !json.nextElement() else { throw ExchangeError.headerValue }
    }
}
