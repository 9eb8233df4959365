internal import HTTP
internal import Time

/// One whole request, as the handler sees it.
struct ClientRequest: ~Escapable {
    let method: HTTP.Method
    let path: Span<UInt8>
    let query: Span<UInt8>
    let body: Span<UInt8>
    let now: Moment
    let keepAlive: Bool
    private let head: RequestHead
    private let message: Span<UInt8>

    /// `message` begins with the request, which is whole.
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

    /// Where the body stands in the input that begins with the request.
    var bodyPlace: Range<Int> { head.length..<head.messageLength }

    /// Whom the request means; empty where it does not say.
    var host: Span<UInt8> {
        @_lifetime(copy self) get { message.extracting(head.host ?? 0..<0) }
    }

    /// The value of a header; empty where there is none.
    @_lifetime(copy self)
    func field(_ name: StaticString) -> Span<UInt8> {
        guard let range = head.headers.firstValue(of: name, in: message) else { return Span() }
        return message.extracting(range)
    }

    func has(_ name: StaticString) -> Bool {
        head.headers.firstValue(of: name, in: message) != nil
    }
}
