import API
import Access
import Signing
import Testing

/// A caller without any right to a profile learns nothing about it, not even from errors in its request.
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
    func `a missing grant is reported before an invalid value`(
        body: String, route: SigningRoute, missing: MissingGrant
    ) {
        let signing = SigningFixture(AdmissionTests.policy, onlyNamed: "backup")
        #expect(signing.refusal(of: body, for: route) == .notAllowed(missing))
    }

    @Test func `a caller that may use the profile is told the error`() {
        let signing = SigningFixture(AdmissionTests.policy, onlyNamed: "media")
        #expect(signing.refusal(of: "{}", for: .sign) == .invalidRequest(.signing(.endpointMissing)))
    }

    @Test func `a string to sign that is not there is missed with all that goes with it`() {
        let signing = SigningFixture(AdmissionTests.policy, onlyNamed: "media")
        #expect(
            signing.refusal(of: "{}", for: .signString)?.detail
                == "these members are missing: canonicalRequest, time and region; or of an opaque string "
                + "stringToSign, date, region and product")
    }
}
