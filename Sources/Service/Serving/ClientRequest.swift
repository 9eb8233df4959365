package import HTTP
package import Time

/// A complete request.
package struct ClientRequest: ~Escapable {
    package let method: HTTP.Method
    package let path: Span<UInt8>
    package let query: Span<UInt8>
    package let body: Span<UInt8>
    package let now: Moment
    package let keepAlive: Bool
    private let head: RequestHead
    /// All bytes of the request, which `fields` refers to.
    package let message: Span<UInt8>

    /// `message` begins with the complete request.
    @_lifetime(copy message)
    init(_ head: RequestHead, of message: Span<UInt8>, at now: Moment, keepAlive: Bool) {
        method = head.method
        path = message.extracting(head.path)
        query = message.extracting(head.query)
        body = message.extracting(head.length..<head.messageLength)
        self.now = now
        self.keepAlive = keepAlive
        self.head = head
        self.message = message
    }

    /// The value of `Host`; empty when it is missing.
    package var host: Span<UInt8> {
        @_lifetime(copy self) get { message.extracting(head.host ?? 0..<0) }
    }

    /// The value of a header; empty when it is missing.
    @_lifetime(copy self)
    package func field(_ name: StaticString) -> Span<UInt8> {
        guard let range = head.headers.firstValue(of: name, in: message) else { return Span() }
        return message.extracting(range)
    }

    package var fields: HeaderBlock { head.headers }

    package func has(_ name: StaticString) -> Bool {
        head.headers.firstValue(of: name, in: message) != nil
    }

    /// Whether a browser or a proxy forwarded it; local clients send none of these headers.
    package var isForwarded: Bool { has("origin") || has("x-forwarded-for") }
}

/// The result of a request.
package enum RequestOutcome {
    /// The request stays at the front of the input until its wait ends.
    case waits
    case answered(AnswerTraits = [])
    /// The head of a stream was written; the stream follows, until the connection ends.
    case streams(any ResponseStream)
}

/// How the server must treat an answer.
package struct AnswerTraits: OptionSet {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// It holds a credential, so its memory is wiped.
    package static let isSecret = AnswerTraits(rawValue: 1)
    /// The connection ends with it.
    package static let isLast = AnswerTraits(rawValue: 2)
}
