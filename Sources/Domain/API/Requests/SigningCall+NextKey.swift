internal import Bytes
internal import JSON
internal import Signing

// Programs want one object after the other: a body like the last one but for its key is a further key of the same call.
extension SigningCall {
    /// Whether the body is such a one; all but its key is there already then.
    mutating func readNextKey(of body: Span<UInt8>, for route: SigningRoute, from sender: ObjectIdentifier)
        -> Bool
    {
        guard let completeText, self.route == route,
            let key = lastBody.nextKey(in: body, from: sender)
        else { return false }
        request.forgetAll(behind: completeText)
        // Which one is meant where none is named is asked each time.
        if !has(.profile) { forget(.profile) }
        set(.key, JSONReader(body).append(key, to: &request.text))
        isNextKey = true
        return true
    }

    /// Completes the call as it was completed for the key before.
    mutating func completeNextKey(with profile: ProfileDefaults) throws(Problem) {
        guard completedFor === profile else {
            try readLastBody()
            return try complete(with: profile)
        }
        try completeKey()
    }

    private mutating func readLastBody() throws(Problem) {
        let body = ByteBuffer(copying: lastBody.text.span)
        try read(body.span, for: route, from: lastBody.sender)
    }
}
