import API
import HTTP
import Testing

/// The requests of programs on an ECS instance.
struct MetadataRouteTests {
    private static let roles = "/latest/meta-data/ram/security-credentials/"

    @Test func `there are routes for the token, the role and its credential`() throws {
        #expect(try MetadataRoute(.put, "/latest/api/token".utf8Span.span) == .token)
        #expect(try MetadataRoute(.get, Self.roles.utf8Span.span) == .roles(.ecs))
        #expect(try MetadataRoute(.get, (Self.roles + "media").utf8Span.span) == .role(43..<48, .ecs))
        let ec2 = "/latest/meta-data/iam/security-credentials/"
        #expect(try MetadataRoute(.get, ec2.utf8Span.span) == .roles(.ec2))
        #expect(try MetadataRoute(.get, (ec2 + "media").utf8Span.span) == .role(43..<48, .ec2))
    }

    @Test(arguments: [
        "/", "", "/latest/api/token/", "/latest/meta-data/", "/latest/meta-data/ram/security-credentials",
        "/v1/status",
        "/Latest/api/token", "//latest/api/token",
    ])
    func `any other path has no route`(path: String) {
        #expect(throws: Problem.noSuchRoute) { try MetadataRoute(.get, path.utf8Span.span) }
    }

    @Test(arguments: [HTTP.Method.head, .put, .post, .delete, .options, .patch, .other])
    func `a credential is only got`(method: HTTP.Method) {
        #expect(throws: Problem.methodNotAllowed(allow: "GET")) {
            try MetadataRoute(method, (Self.roles + "media").utf8Span.span)
        }
    }

    @Test(arguments: [HTTP.Method.get, .head, .post])
    func `a token is only put`(method: HTTP.Method) {
        #expect(throws: Problem.methodNotAllowed(allow: "PUT")) {
            try MetadataRoute(method, "/latest/api/token".utf8Span.span)
        }
    }
}
