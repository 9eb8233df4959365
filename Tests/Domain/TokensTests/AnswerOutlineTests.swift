import JSON
import Testing
import Time
import Tokens

/// The error for an answer whose members are elsewhere.
struct AnswerOutlineTests {
    private static let sought: [ReplyMember] = [.keyID, .secret, .token, .expiration]
    private static let members =
        #""AccessKeyId":"STS.k","AccessKeySecret":"s3cr3t","SecurityToken":"t0k3n","Expiration":"2023-12-16T16:20:57Z""#

    private func outline(_ document: String) -> AnswerOutline {
        AnswerOutline(of: document.utf8Span.span, seeking: Self.sought)
    }

    /// The forms that in-house servers, a passed through answer of STS, and other languages have.
    @Test(arguments: [
        (
            #"{"code":0,"data":{\#(members)}}"#, "/data/",
            ["AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration"]
        ),
        (
            #"{"RequestId":"r","Credentials":{\#(members)}}"#, "/Credentials/",
            ["AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration"]
        ),
        (
            #"{"accessKeyId":"a","accessKeySecret":"b","securityToken":"c","expiration":1702743657}"#, "/",
            ["accessKeyId", "accessKeySecret", "securityToken", "expiration"]
        ),
        (
            #"{"result":{"sts":{"access_key_id":"a","access_key_secret":"b","security_token":"c","expires":1}}}"#,
            "/result/sts/", ["access_key_id", "access_key_secret", "security_token", "expires"]
        ),
    ])
    func `names the places of the members as Map= takes them`(document: String, path: String, names: [String])
    {
        let places = zip(Self.sought, names).map { "\($0.name)=\(path)\($1)" }
        #expect(outline(document).places == places)
    }

    @Test func `the line that it proposes makes the answer readable`() throws {
        let document = #"{"code":0,"data":{\#(Self.members)}}"#
        var dialect = ReplyDialect.appServer
        for place in outline(document).places {
            let parts = place.split(separator: "=", maxSplits: 1).map(String.init)
            let member = try #require(Self.sought.first { $0.name == parts[0] })
            dialect.set(member, at: try #require(JSONPointer(parts[1])))
        }
        let received = try DialectReply.credential(
            in: document.utf8Span.span, as: dialect, at: start.wall, assumedLife: nil)
        #expect(received.expiration == Timestamp(secondsSince1970: 1_702_743_657))
    }

    @Test func `proposes nothing where the places cannot be configured`() {
        func problem(_ dialect: ReplyDialect) -> String? {
            do throws(CredentialError) {
                let document = #"{"code":0,"data":{\#(Self.members)}}"#
                _ = try DialectReply.credential(
                    in: document.utf8Span.span, as: dialect, at: start.wall, assumedLife: 60)
                return nil
            } catch {
                return error.description
            }
        }
        var mapped = ReplyDialect.appServer
        mapped.canBeMapped = true
        #expect(problem(.appServer) == "the answer has no AccessKeyId; it has code, data")
        #expect(
            problem(mapped) == "the answer has no AccessKeyId; it has code, data; this line finds them: "
                + "Map=AccessKeyId=/data/AccessKeyId AccessKeySecret=/data/AccessKeySecret "
                + "SecurityToken=/data/SecurityToken Expiration=/data/Expiration")
    }

    @Test func `shows no value, and a bounded number of usual names`() {
        let many = (0..<20).map { "\"name\($0)\":\"value\"" }.joined(separator: ",")
        #expect(outline("{\(many)}").names.count == 8)
        let strange =
            #"{"STS.a b":"x","a\nb":{"AccessKeyId":"x"},"\#(String(repeating: "n", count: 41))":1,"ok":"s3cr3t"}"#
        #expect(outline(strange).names == ["ok"] && outline(strange).places.isEmpty)
    }

    @Test func `a member that is no text is none, and the search has an end`() {
        #expect(outline(#"{"data":{"AccessKeyId":null,"access_key_id":{}}}"#).places.isEmpty)
        #expect(outline(#"{"a":{"b":{"c":{"d":{"ak":"x"}}}}}"#).places == ["AccessKeyId=/a/b/c/d/ak"])
        #expect(outline(#"{"a":{"b":{"c":{"d":{"e":{"ak":"x"}}}}}}"#).places.isEmpty)
    }
}
