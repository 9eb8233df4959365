import API
import Bytes
import HTTP
import Testing
import Time
import Tokens

/// A credential that a person sets by hand must follow the contract to the letter.
struct CredentialBodyTests {
    private let now = Timestamp(secondsSince1970: 1_702_743_657)

    private func read(_ members: String) throws(Problem) -> ReceivedCredential {
        let body = #"{"AccessKeyId":"STS.a","AccessKeySecret":"s",\#(members)}"#
        return try CredentialBody.read(body.utf8Span.span, at: now)
    }

    @Test(arguments: ["200", #""200""#])
    func `a status may be there if it is that of success`(status: String) throws {
        let token = #""SecurityToken":"t","Expiration":"2023-12-16T17:20:57Z","StatusCode":\#(status)"#
        #expect(try read(token).expiration == now + 3_600)
    }

    @Test(arguments: [
        #""SecurityToken":"","Expiration":"2023-12-16T17:20:57Z""#,
        #""SecurityToken":"t","Expiration":"2023-12-16T17:20:57Z","StatusCode":"AAA""#,
        #""SecurityToken":"t","Expiration":"2023-12-16T17:20:57Z","StatusCode":403"#,
        #""SecurityToken":"t","Expiration":"2023-12-16T16:20:57Z""#,
        #""SecurityToken":"t","Expiration":"tomorrow""#,
    ])
    func `a document that is no usable token is refused`(members: String) {
        #expect(throws: Problem.self) { _ = try read(members) }
    }

    @Test(arguments: [
        (
            #"{"StatusCode":403,"ErrorCode":"NoPermission","ErrorMessage":"not you"}"#, "NoPermission",
            "not you"
        ),
        (#"{"StatusCode":"500","ErrorCode":"Busy"}"#, "Busy", ""),
        (#"{"StatusCode":403}"#, "StatusCode 403", ""),
        (#"{"ErrorCode":"Busy"}"#, "Busy", ""),
    ])
    func `a refusal of the AppServer is said to be one`(body: String, code: String, message: String) {
        #expect(throws: Problem.invalidRequest(.credential(.refused(code: code, message: message)))) {
            _ = try CredentialBody.read(body.utf8Span.span, at: now)
        }
    }

    @Test(arguments: [
        (#""SecurityToken":"t","SecurityToken":"t","Expiration":"2023-12-16T17:20:57Z""#, "SecurityToken"),
        (#""StatusCode":200,"StatusCode":200"#, "StatusCode"), (#""AccessKeyId":"STS.a""#, "AccessKeyId"),
    ])
    func `a member that is there twice is named`(members: String, name: String) {
        #expect(throws: Problem.malformed(.memberTwice(BodyPart(name)))) { _ = try read(members) }
    }

    @Test func `a member whose name has other bytes is unknown`() {
        let problem = #expect(throws: Problem.self) { _ = try read("\"Access\u{212A}eySecret\":\"s\"") }
        #expect(problem?.detail.hasPrefix("unknown member") == true)
    }

    @Test func `a member that is missing is named, and what follows the document is not passed over`() {
        #expect(throws: Problem.malformed(.missing("Expiration"))) { _ = try read(#""SecurityToken":"t""#) }
        let whole =
            #"{"AccessKeyId":"i","AccessKeySecret":"s","SecurityToken":"t","Expiration":"2023-12-16T17:20:57Z"}"#
        #expect(throws: Never.self) { _ = try CredentialBody.read(whole.utf8Span.span, at: now) }
        let problem = #expect(throws: Problem.self) {
            _ = try CredentialBody.read((whole + "{}").utf8Span.span, at: now)
        }
        #expect(problem?.status == .badRequest)
    }

    /// Problem texts do not mention a server: a person sets this token, no server answered.
    @Test(arguments: [
        (#"{"StatusCode":403,"ErrorCode":"NoPermission"}"#, "this is no token but a refusal: NoPermission"),
        (
            #"{"AccessKeyId":"i","AccessKeySecret":"s","SecurityToken":"t","Expiration":"tomorrow"}"#,
            "Expiration in the document is no time; expected a time such as 2023-12-16T17:20:57Z"
        ),
    ])
    func `the problem speaks of the document, not of a server`(body: String, detail: String) throws {
        let problem = #expect(throws: Problem.self) {
            _ = try CredentialBody.read(body.utf8Span.span, at: now)
        }
        #expect(problem?.detail == detail)
    }

    @Test(arguments: [
        (#""SecurityTokn":"t""#, "SecurityTokn", ", did you mean 'SecurityToken'?"),
        (
            #""Duration":1"#, "Duration",
            "; known are AccessKeyId, AccessKeySecret, SecurityToken, Expiration, StatusCode"
        ),
    ])
    func `an unknown member is answered with those that are known`(member: String, name: String, help: String)
    {
        #expect(throws: Problem.malformed(.unknownMember(BodyPart(name), help: help))) {
            _ = try read(member)
        }
    }

    @Test(arguments: ["2023-12-16T17:20:57.500Z", "2023-12-17T01:20:57+08:00", "2023-12-17T01:20:57+0800"])
    func `an end may be written as AppServers write it`(expiration: String) throws {
        #expect(try read(#""SecurityToken":"t","Expiration":"\#(expiration)""#).expiration == now + 3_600)
    }
}
