package import Access
internal import Bytes
internal import Contract
package import HTTP

/// The route of a request line.
package enum Route: Equatable {
    case signing(SigningRoute)
    case status
    case health
    case openAPI
    case whoami
    case watch
    case metrics
    case credentials
    case issue
    /// The addresses for unmodified programs.
    case compat
    case explain
    /// The routes of the admin socket; the range is the name of the profile in the path.
    case setCredentials(profile: Range<Int>)
    case forgetCredentials(profile: Range<Int>)
    case refresh(profile: Range<Int>)
    case reload

    /// Whether the route reports the state of the daemon.
    package var isForMonitors: Bool {
        switch self {
        case .health, .status, .metrics: true
        default: false
        }
    }

    package var isAdmin: Bool {
        switch self {
        case .setCredentials, .forgetCredentials, .refresh, .reload: true
        default: false
        }
    }

    package static let maximumBody = 1_048_576

    /// The largest body of a path.
    ///
    /// It must be known before the route is: a wrong path gets its answer only after its body.
    package static func maximumBody(of path: Span<UInt8>) -> Int {
        if path.equals("/v1/presign") { return PresignLimit.bodyBytes }
        return path.equals("/v1/forward") ? DeleteDocument.maximumBytes : maximumBody
    }

    /// The operations of which the caller needs one before a large body is read; none for bodies that sign nothing.
    package var operationsOfBody: [Operation] {
        switch self {
        case .signing(.sign): [.sign]
        case .signing(.presign): [.presign]
        case .signing(.postPolicy): [.postPolicy]
        case .signing(.signString): [.signString, .signOpaque]
        case .explain: [.sign, .presign, .postPolicy, .signString, .signOpaque]
        default: []
        }
    }

    /// The route of a path with any method; `nil` for the routes of one profile and for unknown paths.
    package init?(anyMethod path: Span<UInt8>) {
        guard let (_, route) = Route.known(path) else { return nil }
        self = route
    }

    /// Finds the route of a path as it was sent: no path of the API needs escapes.
    package init(_ method: HTTP.Method, _ path: Span<UInt8>) throws(Problem) {
        if path.hasPrefix("/v1/profiles/") {
            self = try Route.ofProfile(method, path)
            return
        }
        guard let (expected, route) = Route.known(path) else { throw .noSuchRoute }
        switch (expected, method) {
        case (.get, .get), (.get, .head), (.post, .post): self = route
        case (.get, _): throw .methodNotAllowed(allow: "GET, HEAD")
        default: throw .methodNotAllowed(allow: "POST")
        }
    }

    private static func known(_ path: Span<UInt8>) -> (HTTP.Method, Route)? {
        if path.equals("/v1/presign") { return (.post, .signing(.presign)) }
        if path.equals("/v1/sign") { return (.post, .signing(.sign)) }
        if path.equals("/v1/post-policy") { return (.post, .signing(.postPolicy)) }
        if path.equals("/v1/sign-string") { return (.post, .signing(.signString)) }
        if path.equals("/v1/status") { return (.get, .status) }
        if path.equals("/v1/health") { return (.get, .health) }
        if path.equals("/v1/openapi.json") { return (.get, .openAPI) }
        if path.equals("/v1/whoami") { return (.get, .whoami) }
        if path.equals("/v1/watch") { return (.get, .watch) }
        if path.equals("/metrics") { return (.get, .metrics) }
        if path.equals("/v1/credentials") { return (.get, .credentials) }
        if path.equals("/v1/issue") { return (.post, .issue) }
        if path.equals("/v1/compat") { return (.get, .compat) }
        if path.equals("/v1/reload") { return (.post, .reload) }
        if path.equals("/v1/explain") { return (.post, .explain) }
        return nil
    }

    /// The routes below `/v1/profiles/NAME`.
    private static func ofProfile(_ method: HTTP.Method, _ path: Span<UInt8>) throws(Problem) -> Route {
        let start = "/v1/profiles/".utf8.count
        guard let slash = path.firstIndex(of: UInt8(ascii: "/"), from: start), slash > start else {
            throw .noSuchRoute
        }
        let name = start..<slash
        let rest = path.extracting(droppingFirst: slash)
        if rest.equals("/refresh") {
            guard method == .post else { throw .methodNotAllowed(allow: "POST") }
            return .refresh(profile: name)
        }
        guard rest.equals("/credentials") else { throw .noSuchRoute }
        switch method {
        case .put: return .setCredentials(profile: name)
        case .delete: return .forgetCredentials(profile: name)
        default: throw .methodNotAllowed(allow: "PUT, DELETE")
        }
    }
}

/// The routes whose body is a request to sign.
package enum SigningRoute: Equatable, Sendable {
    case sign
    case presign
    case postPolicy
    case signString
    /// A request that a proxy sends on; it is read from headers, not from a body.
    case forward
}
