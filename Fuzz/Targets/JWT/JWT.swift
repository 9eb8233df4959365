internal import Bytes
internal import FuzzInput
internal import Issuing
internal import Time

/// A token that proves a user only if the check of its signature was asked, whatever the text is.
@c(LLVMFuzzerTestOneInput)
func fuzzJWT(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        _ = try? JSONWebKeys(input)
        check(input, isSigned: true)
        check(input, isSigned: false)
    }
}

private let keys = """
    {"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}
    """

private func check(_ input: Span<UInt8>, isSigned: Bool) {
    var rules = JWTRules()
    rules.issuer = "i"
    rules.audience = "a"
    guard let keys = try? JSONWebKeys(keys.utf8Span.span) else { preconditionFailure() }
    var wasAsked = false
    let identity = try? rules.identity(
        ofToken: input, signedWith: keys, at: Timestamp(secondsSince1970: 1_700_000_000)
    ) { _, _, _ in
        wasAsked = true
        return isSigned
    }
    guard let identity else { return }
    precondition(isSigned && wasAsked)
    precondition(UserName(identity.user.text) != nil)
}
