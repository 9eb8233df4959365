package import Bytes
internal import JSON

extension ByteBuffer {
    /// One line of JSON; its end tells the helper that the request is whole.
    package mutating func append(_ request: ExchangeRequest) throws(ExchangeError) {
        try request.check()
        beginObject()
        name("url")
        value(request.url.text)
        name("method")
        value(request.method.rawValue)
        name("headers")
        append(request.headers)
        name("body")
        value(request.body.bytes)
        name("formFile")
        append(request.formFile)
        appendLimits(of: request)
        appendTrust(of: request)
        name("proxy")
        append(orNull: request.proxy?.text)
        name("login")
        append(request.login)
        name("decoder")
        append(request.decoder?.words ?? [])
        name("isOneOfMany")
        value(request.isOneOfMany)
        endObject()
        append(UInt8(ascii: "\n"))
    }

    private mutating func appendTrust(of request: ExchangeRequest) {
        name("caFile")
        append(orNull: request.caFile)
        name("clientCertificate")
        append(orNull: request.clientCertificate?.path)
        name("clientKey")
        append(orNull: request.clientCertificate?.key.path)
        name("pinnedPublicKeys")
        append(request.pinnedPublicKeys.map(\.text))
    }

    private mutating func append(_ texts: [String]) {
        beginArray()
        for text in texts { value(text) }
        endArray()
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
        name("connectTimeout")
        value(request.connectTimeout)
        name("timeout")
        value(request.timeout)
        name("maximumResponseSize")
        value(request.maximumResponseSize)
        name("allowPlainHTTP")
        value(request.allowPlainHTTP)
    }

    private mutating func append(_ login: ExchangeLogin) {
        switch login {
        case .none: return null()
        case .bearer(let token):
            beginObject()
            name("tokenFile")
            value(token.path)
        case .basic(let user, let password):
            beginObject()
            name("user")
            value(user.name)
            name("passwordFile")
            value(password.path)
        case .metadata(let tokenURL):
            beginObject()
            name("metadataTokenURL")
            value(tokenURL.text)
        case .clientCredentials(let client):
            beginObject()
            append(client)
        }
        endObject()
    }

    private mutating func append(_ client: ClientLogin) {
        name("tokenURL")
        value(client.tokenURL.text)
        name("client")
        value(client.client)
        name("clientSecretFile")
        value(client.secret.path)
        if let scope = client.scope {
            name("scope")
            value(scope)
        }
    }

    private mutating func append(_ formFile: FormFile?) {
        guard let formFile else { return null() }
        append([formFile.name, formFile.file.path])
    }

    private mutating func append(orNull text: String?) {
        if let text { value(text) } else { null() }
    }
}
