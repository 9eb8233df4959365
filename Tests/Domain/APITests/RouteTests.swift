import API
import HTTP
import Testing

/// Which route a request is for, and who may come there.
struct RouteTests {
    private func route(_ method: HTTP.Method, _ path: String) throws(Problem) -> Route {
        try Route(method, path.utf8Span.span)
    }

    private static let reading = [
        "/v1/status", "/v1/health", "/v1/openapi.json", "/v1/whoami", "/v1/watch", "/metrics",
        "/v1/credentials", "/v1/compat",
    ]
    private static let writing = [
        "/v1/presign", "/v1/sign", "/v1/post-policy", "/v1/sign-string", "/v1/reload", "/v1/explain",
    ]

    @Test func `each route has its method and no other`() throws {
        for method in HTTP.Method.allCases {
            for path in Self.reading {
                guard method != .get, method != .head else {
                    _ = try route(method, path)
                    continue
                }
                #expect(throws: Problem.methodNotAllowed(allow: "GET, HEAD")) { try route(method, path) }
            }
            for path in Self.writing + ["/v1/profiles/media/refresh"] {
                guard method != .post else {
                    _ = try route(method, path)
                    continue
                }
                #expect(throws: Problem.methodNotAllowed(allow: "POST")) { try route(method, path) }
            }
            guard method != .put, method != .delete else { continue }
            #expect(throws: Problem.methodNotAllowed(allow: "PUT, DELETE")) {
                try route(method, "/v1/profiles/media/credentials")
            }
        }
    }

    @Test func `a profile is named in the path`() throws {
        let name = 13..<18
        #expect(try route(.put, "/v1/profiles/media/credentials") == .setCredentials(profile: name))
        #expect(try route(.delete, "/v1/profiles/media/credentials") == .forgetCredentials(profile: name))
        #expect(try route(.post, "/v1/profiles/media/refresh") == .refresh(profile: name))
    }

    @Test(arguments: [
        "/", "/v1", "/v1/", "/v1/sign/", "/v1//sign", "/V1/sign", "/v1/profiles", "/v1/profiles/",
        "/v1/profiles/media", "/v1/profiles//refresh", "/v1/profiles//credentials",
        "/v1/profiles/media/refresh/", "/v1/profiles/media/", "/v1/profiles/media/other",
    ])
    func `nothing else is one`(path: String) {
        #expect(throws: Problem.noSuchRoute) { try route(.get, path) }
        #expect(throws: Problem.noSuchRoute) { try route(.post, path) }
    }

    @Test func `only the administrator may change the daemon or read about other callers`() throws {
        for path in Self.reading { #expect(try !route(.get, path).isAdmin) }
        for path in Self.writing {
            #expect(try route(.post, path).isAdmin == (path == "/v1/reload"))
        }
        #expect(try route(.put, "/v1/profiles/media/credentials").isAdmin)
        #expect(try route(.delete, "/v1/profiles/media/credentials").isAdmin)
        #expect(try route(.post, "/v1/profiles/media/refresh").isAdmin)
    }

    @Test func `a body has a mebibyte, and eight where it may be a list`() {
        for path in Self.writing {
            let most = Route.maximumBody(of: path.utf8Span.span)
            #expect(most == (path == "/v1/presign" ? 2_097_152 : 1_048_576))
        }
    }

    @Test(arguments: [
        (ListenerKind.api, false, false, false), (.admin, true, false, true),
        (.credentials, false, false, true),
        (.compat, true, true, false), (.metadata, true, true, false),
    ])
    func `each listenerKind says what comes in by it`(
        listenerKind: ListenerKind, mayCarrySecrets: Bool, servesUnmodifiedPrograms: Bool, isForRoot: Bool
    ) {
        #expect(listenerKind.mayCarrySecrets == mayCarrySecrets)
        #expect(listenerKind.servesUnmodifiedPrograms == servesUnmodifiedPrograms)
        #expect(listenerKind.isForRoot == isForRoot)
    }
}
