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

    @_lifetime(copy path, copy query, copy body)
    init(
        method: HTTP.Method, path: Span<UInt8>, query: Span<UInt8>, body: Span<UInt8>, now: Moment,
        keepAlive: Bool
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.now = now
        self.keepAlive = keepAlive
    }
}
