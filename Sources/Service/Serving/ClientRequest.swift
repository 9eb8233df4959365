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
