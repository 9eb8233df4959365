import API
import Signing
import Testing

/// The conditions of a form, as the PostObject documents write them.
struct ConditionTests {
    private let desk = Desk()

    @Test(arguments: [
        #"["content-length-range",0,0]"#, #"["content-length-range",1,10485760]"#,
        #"["in","$content-type",["a","b"]]"#,
        #"["not-in","$content-type",[]]"#, #"{"x-oss-storage-class":"IA"}"#,
    ])
    func `what OSS understands is signed`(condition: String) {
        #expect(desk.refusal(of: #"{"conditions":[\#(condition)]}"#, for: .postPolicy) == nil)
    }

    @Test(arguments: [
        #"["content-length-range",0,-1]"#, #"["content-length-range",-1,1]"#,
        #"["content-length-range",2,1]"#,
        #"["content-length-range",0]"#, #"["in","$content-type","a"]"#, #"["in","$content-type",[1]]"#,
        #"["between","$key","a"]"#, #"["eq","key","a"]"#, #"{"key":1}"#, #"{"key":"a","bucket":"b"}"#, "{}",
        "[]", "1",
    ])
    func `what OSS would refuse is not signed`(condition: String) {
        let refusal = desk.refusal(of: #"{"conditions":[\#(condition)]}"#, for: .postPolicy)
        #expect(refusal == .invalidRequest(.signing(.conditions)))
    }

    /// Whoever wrote conditions is not told of a policy that he did not write.
    @Test(arguments: [
        (#""conditions":[{"bucket":"another"}]"#, "conditions: "), (#""conditions":[1]"#, "conditions: "),
        (#""policy":"{}""#, "policy: "),
    ])
    func `says which member is wrong`(member: String, beginning: String) {
        let detail = desk.refusal(of: "{\(member)}", for: .postPolicy)?.detail
        #expect(detail?.hasPrefix(beginning) == true, "\(detail ?? "")")
    }
}
