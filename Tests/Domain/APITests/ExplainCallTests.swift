import API
import Access
import Testing

/// The question of an administrator about another user.
struct ExplainCallTests {
    private func read(_ body: String) throws(Problem) -> ExplainCall {
        try ExplainCall(body.utf8Span.span)
    }

    private static let rest = #""operation":"credentials","request":{"profile":"media"}"#

    @Test func `a user is given by name or by number`() throws {
        #expect(try read(#"{"user":"alice",\#(Self.rest)}"#).user == .name("alice"))
        #expect(try read(#"{"uid":0,\#(Self.rest)}"#).user == .number(0))
        #expect(try read(#"{"uid":4294967294,\#(Self.rest)}"#).user == .number(4_294_967_294))
        #expect(try read(#"{"uid":0,\#(Self.rest)}"#).wish == .other(.credentials, profile: "media"))
    }

    @Test(arguments: [Operation.issue, .status, .watch])
    func `an operation that signs nothing needs no profile`(operation: Operation) throws {
        #expect(
            try read(#"{"operation":"\#(operation.name)","request":{}}"#).wish
                == .other(operation, profile: nil))
    }

    @Test(arguments: ["-1", "4294967295", "4294967296"])
    func `no other number is one of a user`(number: String) {
        #expect(throws: Problem.invalidRequest(.value("uid", mustBe: "the number of a user"))) {
            try read(#"{"uid":\#(number),\#(Self.rest)}"#)
        }
    }

    @Test func `two users are not meant`() {
        #expect(throws: Problem.malformed(.together("user", "uid"))) {
            try read(#"{"user":"alice","uid":0,\#(Self.rest)}"#)
        }
        #expect(throws: Problem.malformed(.missing("user"))) { try read(#"{"unit":"a",\#(Self.rest)}"#) }
    }

    @Test func `without a user it is about the caller itself`() throws {
        #expect(try read("{\(Self.rest)}").user == nil)
    }

    @Test func `a member that is there twice is refused`() {
        #expect(throws: Problem.malformed(.memberTwice(BodyPart("uid")))) {
            try read(#"{"uid":0, "uid":1,\#(Self.rest)}"#)
        }
        let request = #"{"profile":"a","profile":"b"}"#
        #expect(throws: Problem.malformed(.memberTwice(BodyPart("profile")))) {
            try read(#"{"uid":0,"operation":"credentials","request":\#(request)}"#)
        }
    }
}
