internal import HTTP
internal import Time

/// One whole request, as the handler sees it.
struct ClientRequest: ~Escapable {
    let method: HTTP.Method
    let path: Span<UInt8>
    let body: Span<UInt8>
    let now: Moment
    let keepAlive: Bool
    /// Read only by the few routes that look at a field.
    private let headers: HeaderBlock
    private let message: Span<UInt8>

    @_lifetime(copy path, copy body, copy message)
    init(
        method: HTTP.Method, path: Span<UInt8>, body: Span<UInt8>, now: Moment, keepAlive: Bool,
        headers: HeaderBlock, message: Span<UInt8>
    ) {
        self.method = method
        self.path = path
        self.body = body
        self.now = now
        self.keepAlive = keepAlive
        self.headers = headers
        self.message = message
    }

    /// The value of a header; empty where there is none.
    @_lifetime(copy self)
    func field(_ name: StaticString) -> Span<UInt8> {
        guard let range = headers.firstValue(of: name, in: message) else { return Span() }
        return message.extracting(range)
    }
}
