internal import Bytes
internal import Contract
internal import JSON
public import OSSRequests

extension SigningDaemon {
    /// Signs a request in its headers.
    public func sign(
        _ request: OSSRequest, _ terms: SigningTerms = SigningTerms()
    ) throws(DaemonError) -> Signed {
        try ask(
            .post("/v1/sign") { body in
                body.append(terms)
                body.append(placeOf: request)
                body.member("key", ifAny: request.key)
                body.append(contentsOf: request)
            })
    }

    /// Signs a request in its URL.
    ///
    /// The URL works for so long, or until the credential ends that signed it: the answer says when that is.
    public func presign(
        _ request: OSSRequest, for life: Duration = .seconds(900), _ terms: SigningTerms = SigningTerms()
    ) throws(DaemonError) -> Presigned {
        let answer = try presigned(request, life, terms) { body in body.member("key", ifAny: request.key) }
        guard answer.urls.count == 1 else { throw .notUnderstood("the daemon answered without a URL") }
        return answer
    }

    /// Signs URLs that differ in their key only: any number of them, in the order of the keys.
    ///
    /// What is too much for one request is asked for in parts, which may be signed with different credentials if one is
    /// replaced on the way; `expiration` is then the earliest end.
    public func presign(
        _ keys: [String], like request: OSSRequest, for life: Duration = .seconds(900),
        _ terms: SigningTerms = SigningTerms()
    ) throws(DaemonError) -> Presigned {
        var whole = Presigned()
        var start = 0
        while start < keys.count {
            let part = keys[start..<keys.endOfPart(from: start)]
            let answer = try presigned(request, life, terms) { body in body.member("keys", Array(part)) }
            guard answer.urls.count == part.count else {
                throw .notUnderstood("the daemon answered with another number of URLs")
            }
            whole.append(answer)
            start = part.endIndex
        }
        return whole
    }

    private func presigned(
        _ request: OSSRequest, _ life: Duration, _ terms: SigningTerms,
        naming: (inout ByteBuffer) -> Void
    ) throws(DaemonError) -> Presigned {
        try ask(
            .post("/v1/presign") { body in
                body.append(terms)
                body.append(placeOf: request)
                naming(&body)
                body.member("expires", Int(clamping: life.components.seconds))
                body.append(contentsOf: request)
            })
    }

    /// Signs a form upload (PostObject) into the bucket of a request, as far as the conditions allow.
    ///
    /// `conditions` is a JSON array as in the policy of PostObject: `[["starts-with", "$key", "incoming/"]]`. Of the request only the
    /// place is looked at: bucket, endpoint, region, addressing.
    public func form(
        for request: OSSRequest, conditions: String, for life: Duration = .seconds(900),
        _ terms: SigningTerms = SigningTerms()
    ) throws(DaemonError) -> Form {
        guard conditions.isJSON else { throw .refused(.brokenConditions) }
        return try ask(
            .post("/v1/post-policy") { body in
                body.append(terms)
                body.append(placeOf: request)
                body.member("expires", Int(clamping: life.components.seconds))
                body.name("conditions")
                body.append(conditions)
            })
    }

    /// Signs a form upload with a whole policy, exactly as it stands.
    public func form(
        for request: OSSRequest, policy: String, _ terms: SigningTerms = SigningTerms()
    ) throws(DaemonError) -> Form {
        try ask(
            .post("/v1/post-policy") { body in
                body.append(terms)
                body.append(placeOf: request)
                body.member("policy", policy)
            })
    }
}

extension [String] {
    /// So much of a body is left for all that is no key.
    private static var rest: Int { 1_048_576 }

    /// Where a request must end that begins with the key at `start`: the daemon takes so many keys, and bytes.
    fileprivate func endOfPart(from start: Int) -> Int {
        var end = start
        var bytes = 0
        while end < count, end - start < PresignLimit.keys {
            // Six bytes for one at the most: a control character in JSON.
            bytes += 6 * self[end].utf8.count + 3
            guard end == start || bytes < PresignLimit.bodyBytes - Self.rest else { break }
            end += 1
        }
        return end
    }
}

extension String {
    /// Whether it is one whole value, so that it cannot bring members of its own into a body.
    fileprivate var isJSON: Bool {
        do throws(JSONError) {
            var json = JSONReader(utf8Span.span)
            try json.skipValue()
            try json.end()
            return true
        } catch {
            return false
        }
    }
}

extension DaemonProblem {
    /// What the daemon would say, if one could ask it.
    fileprivate static var brokenConditions: DaemonProblem {
        var problem = DaemonProblem()
        problem.kind = .malformed
        problem.status = 400
        problem.title = "Malformed request"
        problem.detail = "conditions: must be a JSON array"
        return problem
    }
}
