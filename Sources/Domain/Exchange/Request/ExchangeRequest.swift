package import Bytes
internal import JSON
internal import Text
package import Time

/// An HTTP exchange that the helper does for the daemon, which has no access to the network.
package struct ExchangeRequest: Equatable {
    package enum Method: String, CaseIterable, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"

        /// Whether a body belongs to it.
        var hasBody: Bool { self == .post || self == .put }
    }

    package var method: Method
    package var url: ExchangeURL
    package var headers: [ExchangeHeader] = []
    /// Only with POST and PUT.
    package var body: ExchangeBody = ""
    /// The last member of a form, if the body is one.
    package var formFile: FormFile?
    /// Seconds for the whole exchange.
    package var timeout = 15
    package var maximumResponseSize = 65_536
    package var allowPlainHTTP = false
    /// The certificates that replace those of the system.
    package var caFile: String?
    /// The certificate for servers that require one.
    package var clientCertificate: ClientCertificate?
    package var proxy: ExchangeURL?
    package var login = ExchangeLogin.none
    /// The time by the clock of the servers, for a login that states it; `nil`: that of this host.
    package var time: Timestamp?
    /// A command that reads the answer and writes the one to use.
    package var decoder: ExchangeCommand?

    /// Whether the helper waits for another request with its connections open, instead of exiting after the answer.
    package var isOneOfMany = false

    package init(_ method: Method = .get, _ url: ExchangeURL) {
        self.method = method
        self.url = url
    }

    /// Whether the request is not sent because others could read the answer on its way.
    package func isRefusedAsPlainHTTP(_ url: ExchangeURL) -> Bool {
        url.isExposed(through: proxy) && !allowPlainHTTP
    }

    /// Whether it proves to the server who asks.
    package var hasLogin: Bool {
        login != .none || clientCertificate != nil || formFile != nil || !body.bytes.isEmpty
            || headers.contains { !$0.describesBody }
    }

    /// Checks the conditions that involve several members.
    package func check() throws(ExchangeError) {
        guard headers.count <= ExchangeLimit.headers else { throw .tooManyHeaders }
        guard body.bytes.count <= ExchangeLimit.bodyBytes else { throw .bodyTooLong }
        guard method.hasBody || body.bytes.isEmpty && formFile == nil else { throw .bodyOfGet }
        guard ExchangeLimit.seconds.contains(timeout) else { throw .seconds }
        guard ExchangeLimit.responseBytes.contains(maximumResponseSize) else { throw .maximumResponseSize }
        guard caFile?.isAbsolutePath ?? true else { throw .path }
    }

    private enum Member: String {
        case url, method, headers, body, formFile, timeout, maximumResponseSize, allowPlainHTTP, caFile,
            clientCertificate, clientKey, proxy, login, time, decoder, isOneOfMany
    }

    /// Reads the line of a request; `nil`: its end has not arrived yet.
    package static func decode(_ input: Span<UInt8>) throws(ExchangeError) -> ExchangeRequest? {
        try input.readLine { json in try ExchangeRequest(&json) }
    }

    /// The URL must be the first member; all others have defaults.
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
        case .timeout: timeout = try json.integer()
        case .maximumResponseSize: maximumResponseSize = try json.integer()
        case .allowPlainHTTP: allowPlainHTTP = try json.boolean()
        case .caFile: caFile = try json.takeNull() ? nil : try json.text()
        case .clientCertificate: certificate.path = try json.takeNull() ? nil : try json.text()
        case .clientKey: certificate.key = try json.takeNull() ? nil : try json.text()
        case .proxy: proxy = try json.takeNull() ? nil : try ExchangeURL(try json.text())
        case .login: login = try ExchangeLogin(&json)
        case .time: time = try Timestamp(&json)
        case .isOneOfMany: isOneOfMany = try json.boolean()
        case .decoder:
            let words = try json.texts(atMost: ExchangeLimit.words, else: .command)
            decoder = words.isEmpty ? nil : try ExchangeCommand(words)
        }
    }
}

/// A header to send; the checks prevent a second header in it and another framing of the body.
package struct ExchangeHeader: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) throws(ExchangeError) {
        guard !name.isEmpty, name.utf8.allSatisfy(ByteSet.token.contains) else { throw .headerName }
        guard !name.utf8Span.span.framesBody else { throw .headerReserved }
        let content = value.utf8Span.span
        guard name.utf8.count + content.count <= ExchangeLimit.headerBytes, !content.containsControl,
            content.trimmed.count == content.count
        else { throw .headerValue }
        self.name = name
        self.value = value
    }

    fileprivate var describesBody: Bool {
        let name = name.utf8Span.span
        return name.equalsIgnoringCase("content-type") || name.equalsIgnoringCase("accept")
    }

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

extension Span<UInt8> {
    fileprivate var framesBody: Bool {
        equalsIgnoringCase("content-length") || equalsIgnoringCase("transfer-encoding")
            || equalsIgnoringCase("connection") || equalsIgnoringCase("expect")
    }
}

/// The body of a request; it may contain a token, so its buffer is wiped when the last reference goes away.
package final class ExchangeBody {
    package let bytes: ByteBuffer

    package init(copying bytes: Span<UInt8>) {
        self.bytes = ByteBuffer(copying: bytes)
    }

    /// Reads the next text of a document without a copy that would not be wiped.
    fileprivate init(_ json: inout JSONReader) throws(JSONError) {
        var text = ByteBuffer()
        _ = json.append(try json.string(), to: &text)
        bytes = text
    }
}

extension ExchangeBody: Equatable {
    package static func == (left: ExchangeBody, right: ExchangeBody) -> Bool {
        equal(left.bytes, right.bytes)
    }

    private static func equal(_ left: borrowing ByteBuffer, _ right: borrowing ByteBuffer) -> Bool {
        left.equals(right.span)
    }
}

extension ExchangeBody: ExpressibleByStringLiteral {
    package convenience init(stringLiteral text: String) {
        self.init(copying: text.utf8Span.span)
    }
}

/// A member of a form whose value is in a file that only the helper reads.
package struct FormFile: Equatable, Sendable {
    package let name: String
    package let file: SecretFile

    package init(_ name: String, file: SecretFile) throws(ExchangeError) {
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy({ $0.isAlphanumeric }) else {
            throw .formFile
        }
        self.name = name
        self.file = file
    }

    /// Reads `["name","file"]`.
    fileprivate init(_ json: inout JSONReader) throws {
        let texts = try json.texts(atMost: 2, else: .formFile)
        guard texts.count == 2 else { throw ExchangeError.formFile }
        try self.init(texts[0], file: try SecretFile(texts[1]))
    }
}

extension ByteBuffer {
    /// Appends one line of JSON; the newline tells the helper that the request is complete.
    package mutating func append(_ request: ExchangeRequest) throws(ExchangeError) {
        try request.check()
        beginObject()
        member("url", request.url.text)
        member("method", request.method.rawValue)
        name("headers")
        append(request.headers)
        name("body")
        value(request.body.bytes)
        append(request.formFile)
        appendLimits(of: request)
        appendTrust(of: request)
        member("proxy", orNull: request.proxy?.text)
        name("login")
        append(request.login)
        member("time", ifAny: request.time?.description)
        member("decoder", request.decoder?.words ?? [])
        name("isOneOfMany")
        value(request.isOneOfMany)
        endObject()
        append(UInt8(ascii: "\n"))
    }

    private mutating func appendTrust(of request: ExchangeRequest) {
        member("caFile", orNull: request.caFile)
        member("clientCertificate", orNull: request.clientCertificate?.path)
        member("clientKey", orNull: request.clientCertificate?.key.path)
    }

    private mutating func append(_ headers: [ExchangeHeader]) {
        beginArray()
        for header in headers {
            beginArray()
            value(header.name)
            value(header.value)
            endArray()
        }
        endArray()
    }

    private mutating func appendLimits(of request: ExchangeRequest) {
        member("timeout", request.timeout)
        member("maximumResponseSize", request.maximumResponseSize)
        name("allowPlainHTTP")
        value(request.allowPlainHTTP)
    }

    private mutating func append(_ login: ExchangeLogin) {
        switch login {
        case .none: return null()
        case .bearer(let token):
            beginObject()
            member("tokenFile", token.path)
        case .basic(let user, let password):
            beginObject()
            member("user", user.name)
            member("passwordFile", password.path)
        case .metadata(let tokenURL):
            beginObject()
            member("metadataTokenURL", tokenURL.text)
        case .clientCredentials(let client):
            beginObject()
            append(client)
        }
        endObject()
    }

    private mutating func append(_ formFile: FormFile?) {
        if let formFile {
            member("formFile", [formFile.name, formFile.file.path])
        } else {
            name("formFile")
            null()
        }
    }
}

/// The two members that make one certificate.
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
