internal import Bytes
internal import JSON
internal import Signing

// Programs want one object after the other: a body like the last one but for its key is a further key of the same call.
extension SigningCall {
    /// Whether the body is such a one; all but its key is there already then.
    mutating func readNextKey(of body: Span<UInt8>, for route: SigningRoute, from sender: Int) -> Bool {
        guard let completeText, self.route == route, let key = lastBody.nextKey(in: body, from: sender)
        else { return false }
        request.forgetKeyAndAll(behind: completeText)
        set(.key, JSONReader(body).append(key, to: &request.text))
        isNextKey = true
        return true
    }
}
