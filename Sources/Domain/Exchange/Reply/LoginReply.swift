package import Bytes
internal import JSON
internal import Text

/// The answer of a login server (RFC 6749, 5): a token, or why there is none.
package struct LoginReply: ~Copyable {
    /// The usual limit of servers for a header.
    private static let tokenBytes = 8_192

    private var text = ByteBuffer(capacity: 2_048)
    private var token: Range<Int>?
    private var type: Range<Int>?
    private var error: Range<Int>?
    private var life: Int?

    package static func token(in body: Span<UInt8>, status: Int) throws(ExchangeFailure) -> LoginToken {
        var reply = LoginReply()
        let isRead = reply.read(body)
        guard status == 200 else { throw reply.refusal(status) }
        guard isRead, let range = reply.token, let type = reply.type,
            reply.text[type].equalsIgnoringCase("bearer"), reply.text[range].isVisible(upTo: tokenBytes)
        else { throw ExchangeFailure(.login, "the login server's answer holds no bearer token") }
        return LoginToken(text: ByteBuffer(copying: reply.text[range]), life: reply.life)
    }

    private mutating func read(_ body: Span<UInt8>) -> Bool {
        do throws(JSONError) {
            var json = JSONReader(body)
            try json.beginObject()
            while let name = try json.nextMember() { try read(name, &json) }
            try json.end()
            return true
        } catch {
            return false
        }
    }

    private mutating func read(_ name: JSONString, _ json: inout JSONReader) throws(JSONError) {
        if json.matches(name, "expires_in"), try json.peek() == .number {
            life = json.bytes(try json.number()).decimalValue
            return
        }
        guard try json.peek() == .string else {
            try json.skipValue()
            return
        }
        let value = try json.string()
        if json.matches(name, "access_token") {
            token = json.append(value, to: &text)
        } else if json.matches(name, "token_type") {
            type = json.append(value, to: &text)
        } else if json.matches(name, "error") {
            error = json.append(value, to: &text)
        }
    }

    /// A busy or broken server recovers by itself; any other refusal needs a change of the login.
    private func refusal(_ status: Int) -> ExchangeFailure {
        if status == 429 || status >= 500 {
            return ExchangeFailure(.network, "the login server answered with status \(status)")
        }
        // The error description could repeat secrets of the request, so only the code is used.
        let code = error.map { text[$0].isVisible(upTo: 64) ? ", \(String(copying: text[$0]))" : "" } ?? ""
        return ExchangeFailure(.login, "the login server refused: status \(status)\(code)")
    }
}

/// A bearer token.
package struct LoginToken: ~Copyable {
    package let text: ByteBuffer
    /// Seconds; `nil`: unknown.
    package let life: Int?
}

extension Span<UInt8> {
    fileprivate func isVisible(upTo limit: Int) -> Bool {
        (1...limit).contains(count) && isVisibleASCII
    }
}
