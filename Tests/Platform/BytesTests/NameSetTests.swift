import Bytes
import Testing

struct NameSetTests {
    private let names = NameSet(["acl", "location", "cors", "x", "callback-var"])

    @Test(arguments: ["acl", "location", "cors", "x", "callback-var"])
    func `a set contains each of its names`(name: String) {
        let found = names.contains(name.utf8Span.span)
        #expect(found)
    }

    @Test(arguments: [
        "", "ac", "acm", "aclx", "ACL", "locations", "callback-vaR", "much-longer-than-any-of-them",
    ])
    func `a set contains no other name`(name: String) {
        let found = names.contains(name.utf8Span.span)
        #expect(!found)
    }

    @Test func `a set may be empty`() {
        let found = NameSet([]).contains("".utf8Span.span)
        #expect(!found)
    }
}
