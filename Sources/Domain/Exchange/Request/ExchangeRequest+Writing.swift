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
        value(request.body)
        appendLimits(of: request)
        name("caFile")
        append(orNull: request.caFile)
        name("login")
        append(request.login)
        endObject()
        append(UInt8(ascii: "\n"))
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
        }
        endObject()
    }

    private mutating func append(orNull text: String?) {
        if let text { value(text) } else { null() }
    }
}
