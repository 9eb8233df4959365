package import Bytes
internal import JSON

extension ByteBuffer {
    /// One line of JSON; its end tells the helper that the request is whole.
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
        member("pinnedPublicKeys", request.pinnedPublicKeys.map(\.text))
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
        member("connectTimeout", request.connectTimeout)
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

    private mutating func append(_ client: ClientLogin) {
        member("tokenURL", client.tokenURL.text)
        member("client", client.client)
        member("clientSecretFile", client.secret.path)
        member("scope", ifAny: client.scope)
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
