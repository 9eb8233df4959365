internal import API
internal import Time

/// One whole request, as the handler sees it.
struct ClientRequest: ~Escapable {
    let route: Route
    let path: Span<UInt8>
    let body: Span<UInt8>
    let now: Moment
    let keepAlive: Bool

    @_lifetime(copy path, copy body)
    init(route: Route, path: Span<UInt8>, body: Span<UInt8>, now: Moment, keepAlive: Bool) {
        self.route = route
        self.path = path
        self.body = body
        self.now = now
        self.keepAlive = keepAlive
    }
}
