import API
import Access
import Signing
import Testing

/// Whoever may do nothing with a profile learns nothing of it, not even from what is wrong with his request.
struct AdmissionTests {
    private static let policy: Policy = {
        var rule = Rule(name: "root")
        rule.alternatives = [[.uid(0)]]
        rule.operations = [.sign, .signString]
        rule.versions = [.v1, .v4]
        rule.profiles = [Glob("media")].compactMap(\.self)
        return Policy(rules: [rule])
    }()

    /// Not one of these can be completed with a profile that names nothing.
    @Test(arguments: [
        ("{}", SigningRoute.sign, MissingGrant.profile), (#"{"bucket":"B"}"#, .sign, .profile),
        (#"{"version":"v3"}"#, .sign, .profile), ("{}", .signString, .profile),
        ("{}", .presign, .operation(.presign)), (#"{"keys":[]}"#, .presign, .operation(.presign)),
        ("{}", .postPolicy, .operation(.postPolicy)),
        (#"{"stringToSign":"a","region":"b"}"#, .signString, .operation(.signOpaque)),
    ])
    func `what is missing is said before what is wrong`(
        body: String, route: SigningRoute, missing: MissingGrant
    ) {
        let desk = Desk(AdmissionTests.policy, onlyNamed: "backup")
        #expect(desk.refusal(of: body, for: route) == .notAllowed(missing))
    }

    @Test func `who may use the profile is told what is wrong`() {
        let desk = Desk(AdmissionTests.policy, onlyNamed: "media")
        #expect(desk.refusal(of: "{}", for: .sign) == .invalidRequest(.signing(.endpointMissing)))
    }

    @Test func `a string to sign that is not there is missed with all that goes with it`() {
        let desk = Desk(AdmissionTests.policy, onlyNamed: "media")
        #expect(
            desk.refusal(of: "{}", for: .signString)?.detail
                == "these members are missing: canonicalRequest, time and region; or of an opaque string "
                + "stringToSign, date, region and product")
    }
}
