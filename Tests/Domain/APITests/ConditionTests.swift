import API
import Access
import Signing
import Testing

/// The conditions of a form, as the PostObject documents write them.
struct ConditionTests {
    private let signing = SigningFixture()

    @Test(arguments: [
        #"["content-length-range",0,0]"#, #"["content-length-range",1,10485760]"#,
        #"["in","$content-type",["a","b"]]"#,
        #"["not-in","$content-type",[]]"#, #"{"x-oss-storage-class":"IA"}"#,
    ])
    func `a condition that OSS accepts is signed`(condition: String) {
        #expect(signing.refusal(of: #"{"conditions":[\#(condition)]}"#, for: .postPolicy) == nil)
    }

    @Test(arguments: [
        #"["content-length-range",0,-1]"#, #"["content-length-range",-1,1]"#,
        #"["content-length-range",2,1]"#,
        #"["content-length-range",0]"#, #"["in","$content-type","a"]"#, #"["in","$content-type",[1]]"#,
        #"["eq","$","a"]"#, #"["eq","$key","a","b"]"#, #"["eq","$key"]"#,
        #"{"bucket":"examplebucket"},{"bucket":"other"}"#, #"{"bucket":"other"},{"bucket":"examplebucket"}"#,
        #"["between","$key","a"]"#, #"["eq","key","a"]"#, #"{"key":1}"#, #"{"key":"a","bucket":"b"}"#, "{}",
        "[]", "1",
    ])
    func `a condition that OSS rejects is not signed`(condition: String) {
        let refusal = signing.refusal(of: #"{"conditions":[\#(condition)]}"#, for: .postPolicy)
        guard case .invalidRequest(.signing(.condition)) = refusal else {
            Issue.record("\(condition)")
            return
        }
    }

    @Test func `conditions have 64 KiB, and so has a policy`() {
        func conditions(_ count: Int) -> String {
            "[" + String(repeating: " ", count: count - 2) + "]"
        }
        func policy(_ count: Int) -> String {
            let least =
                #"{\"expiration\":\"2023-12-16T16:30:57Z\",\"conditions\":[{\"bucket\":\"examplebucket\"}]}"#
            // An escaped quote is one byte of the policy.
            let length = least.utf8.count { $0 != UInt8(ascii: "\\") }
            return #"{"policy":"\#(least)\#(String(repeating: " ", count: count - length))"}"#
        }
        let (most, tooMany) = (conditions(65_536), conditions(65_537))
        #expect(signing.refusal(of: #"{"conditions":\#(most)}"#, for: .postPolicy) == nil)
        #expect(
            signing.refusal(of: #"{"conditions":\#(tooMany)}"#, for: .postPolicy)
                == .invalidRequest(.signing(.conditionsTooLarge)))
        #expect(signing.refusal(of: policy(65_536), for: .postPolicy) == nil)
        #expect(
            signing.refusal(of: policy(65_537), for: .postPolicy)
                == .invalidRequest(.signing(.policyTooLarge)))
    }

    /// Each member once, and nothing behind it.
    @Test(arguments: [
        #"{"conditions":[{"bucket":"examplebucket"}]}"#, #"{"expiration":"2023-12-16T16:30:57Z"}"#,
        #"{"expiration":"2023-12-16T16:30:57Z","expiration":"2023-12-16T16:30:57Z","conditions":[{"bucket":"examplebucket"}]}"#,
        #"{"expiration":"2023-12-16T16:30:57Z","conditions":[{"bucket":"examplebucket"}],"conditions":[]}"#,
        #"{"expiration":"2023-12-16T16:30:57Z","conditions":[{"bucket":"examplebucket"}]}{}"#,
        #"{"expiration":"2023-12-16T16:30:57Z","conditions":[{"bucket":"examplebucket"}],"Version":"1"}"#,
        #"{"expiration":"2023-12-16 16:30","conditions":[{"bucket":"examplebucket"}]}"#,
    ])
    func `a policy that two could read differently is not signed`(policy: String) {
        let written = policy.replacing("\"", with: "\\\"")
        #expect(
            signing.refusal(of: #"{"policy":"\#(written)"}"#, for: .postPolicy)
                == .invalidRequest(.signing(.policy)))
    }

    @Test(arguments: [
        ("[{\"bucket\":\"other\"}]", false), ("[]", true), ("[[\"in\",\"$bucket\",[\"other\"]]]", true),
        ("[{\"bucket\":\"examplebucket\"}]", true),
    ])
    func `a whole policy fixes the bucket of the request, or none`(conditions: String, isGood: Bool) {
        let policy = #"{"expiration":"2023-12-16T16:30:57Z","conditions":\#(conditions)}"#
        let written = policy.replacing("\"", with: "\\\"")
        let refusal = signing.refusal(of: #"{"policy":"\#(written)"}"#, for: .postPolicy)
        #expect(refusal == (isGood ? nil : .invalidRequest(.signing(.policyBucket))))
    }

    /// The sample of the documents: a size range and a prefix of the key.
    @Test func `a whole policy without a bucket needs a rule for all buckets`() throws {
        let conditions = #"[["content-length-range",0,1048576000],["starts-with","$key","dir/"]]"#
        let policy = #"{"expiration":"2023-12-16T16:30:57.000Z","conditions":\#(conditions)}"#
        let body = #"{"policy":"\#(policy.replacing("\"", with: "\\\""))"}"#
        #expect(signing.refusal(of: body, for: .postPolicy) == nil)
        var rule = Rule(name: "one")
        rule.alternatives = [[.uid(0)]]
        rule.operations = [.postPolicy]
        rule.buckets = [try #require(Glob("examplebucket"))]
        let bound = SigningFixture(Policy(rules: [rule]))
        #expect(bound.refusal(of: body, for: .postPolicy) == .notAllowed(Refusal(.everyBucket)))
    }

    /// A problem names the member that the caller sent: conditions, not a policy that the caller did not write.
    @Test(arguments: [
        (#""conditions":[{"bucket":"another"}]"#, "conditions: "), (#""conditions":[1]"#, "conditions: "),
        (#""policy":"{}""#, "policy: "),
    ])
    func `the problem says which member is wrong`(member: String, beginning: String) {
        let detail = signing.refusal(of: "{\(member)}", for: .postPolicy)?.detail
        #expect(detail?.hasPrefix(beginning) == true, "\(detail ?? "")")
    }
}
