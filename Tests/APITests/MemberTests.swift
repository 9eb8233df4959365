import API
import Testing

/// Members that a route does not know: said with those that it knows, and without a byte of the client's.
struct MemberTests {
    private func detail(of body: String, for route: SigningRoute) -> String? {
        Desk().refusal(of: body, for: route)?.detail
    }

    @Test(arguments: [
        (#"{"buckte":"b"}"#, SigningRoute.sign, "2", "bucket"),
        (#"{"bucket":"b","Key":"k"}"#, .sign, "15", "key"),
        (#"{"expire":1}"#, .presign, "2", "expires"), (#"{"condition":[]}"#, .postPolicy, "2", "conditions"),
        (#"{"stringtosign":""}"#, .signString, "2", "stringToSign"),
    ])
    func `says which member was meant`(body: String, route: SigningRoute, offset: String, meant: String) {
        #expect(
            detail(of: body, for: route)
                == "unknown member at byte \(offset) of the body, did you mean '\(meant)'?")
    }

    @Test(arguments: [
        #"{"\u0062ucket":"b"}"#, #"{"somethingElse":1}"#, #"{"conditions":[]}"#,
        "{\"" + String(repeating: "x", count: 100_000) + "\":1}",
    ])
    func `else says which there are`(body: String) {
        #expect(
            detail(of: body, for: .signString)
                == "unknown member at byte 2 of the body; known are profile, version, region, time, stringToSign, "
                + "canonicalRequest, date, product")
    }
}
