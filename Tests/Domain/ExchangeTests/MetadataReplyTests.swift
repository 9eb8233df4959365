import Exchange
import Testing

/// The answers of the metadata service become a header of the next request and a segment of its path.
struct MetadataReplyTests {
    private func token(_ body: String) -> String? { MetadataReply.token(in: body.utf8Span.span) }
    private func role(_ body: String) -> String? { MetadataReply.role(in: body.utf8Span.span) }

    @Test(arguments: [("t", "t"), ("AQAA+/=~!\r\n", "AQAA+/=~!"), ("t\n\n", "t")])
    func `takes a token without the end of its line`(body: String, expected: String) {
        #expect(token(body) == expected)
    }

    @Test(arguments: ["", "\r\n", "a b", "a\nb", "\u{7f}", "a\0", "ü", " a"])
    func `a token that could end its header is rejected`(body: String) {
        #expect(token(body) == nil)
    }

    @Test(arguments: [("ecs-role_1.a\n", "ecs-role_1.a"), ("r", "r")])
    func `takes the name of a role`(body: String, expected: String) {
        #expect(role(body) == expected)
    }

    @Test(arguments: ["", "\n", ".", "..", ".a", "a/b", "../a", "a?b", "a%2Fb", "a b", "a\nb", "ü", "a:b"])
    func `a name that leads elsewhere is rejected`(body: String) {
        #expect(role(body) == nil)
    }

    @Test func `neither is longer than the service makes them`() {
        #expect(token(String(repeating: "t", count: 1_024)) != nil)
        #expect(token(String(repeating: "t", count: 1_025)) == nil)
        #expect(role(String(repeating: "r", count: 64)) != nil)
        #expect(role(String(repeating: "r", count: 65)) == nil)
    }
}
