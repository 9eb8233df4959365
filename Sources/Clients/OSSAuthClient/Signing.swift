internal import Contract
internal import JSON

extension SigningDaemon {
    /// Signs a request in its headers.
    public func sign(
        _ request: OSSRequest, _ terms: SigningTerms = SigningTerms()
    ) throws(DaemonError) -> Signed {
        try Signed(try ask(.sign(request, terms)))
    }

    /// Signs a request in its URL.
    ///
    /// The URL is valid for `life`, or until the credential ends that signed it: the answer says when that is.
    public func presign(
        _ request: OSSRequest, for life: Duration = .seconds(900), _ terms: SigningTerms = SigningTerms()
    ) throws(DaemonError) -> Presigned {
        let answer = try Presigned(try ask(.presign(request, life: life, terms)))
        guard answer.urls.count == 1 else { throw .notUnderstood("the daemon answered without a URL") }
        return answer
    }

    /// Signs URLs that differ in their key only: any number of them, in the order of the keys.
    ///
    /// A list that is too long for one request is sent in parts, which different credentials may sign if one is replaced in the
    /// meantime; `expiration` is then the earliest end.
    public func presign(
        _ keys: [String], like request: OSSRequest, for life: Duration = .seconds(900),
        _ terms: SigningTerms = SigningTerms()
    ) throws(DaemonError) -> Presigned {
        var whole = Presigned()
        var start = 0
        while start < keys.count {
            let part = keys[start..<keys.endOfPart(from: start)]
            let answer = try Presigned(
                try ask(.presign(request, keys: Array(part), life: life, terms)))
            guard answer.urls.count == part.count else {
                throw .notUnderstood("the daemon answered with another number of URLs")
            }
            whole.append(answer)
            start = part.endIndex
        }
        return whole
    }

    /// Signs a form upload (PostObject) into the bucket of a request, within the conditions.
    ///
    /// `conditions` is a JSON array as in the policy of PostObject: `[["starts-with", "$key", "incoming/"]]`. Of the request only
    /// bucket, endpoint, region and addressing count.
    public func form(
        for request: OSSRequest, conditions: String, for life: Duration = .seconds(900),
        _ terms: SigningTerms = SigningTerms()
    ) throws(DaemonError) -> Form {
        guard conditions.isJSON else { throw .refused(.brokenConditions) }
        return try Form(try ask(.postPolicy(request, .conditions(conditions, life: life), terms)))
    }

    /// Signs a form upload with a whole policy, exactly as it stands.
    public func form(
        for request: OSSRequest, policy: String, _ terms: SigningTerms = SigningTerms()
    ) throws(DaemonError) -> Form {
        try Form(try ask(.postPolicy(request, .whole(policy), terms)))
    }
}

extension [String] {
    /// Bytes of a body that are left for the members beside the keys.
    private static var rest: Int { 1_048_576 }

    /// The end of a request that begins with the key at `start`, by the limits of the daemon on keys and bytes.
    fileprivate func endOfPart(from start: Int) -> Int {
        var end = start
        var bytes = 0
        while end < count, end - start < PresignLimit.keys {
            // One byte takes at most six: a control character in JSON.
            bytes += 6 * self[end].utf8.count + 3
            guard end == start || bytes < PresignLimit.bodyBytes - Self.rest else { break }
            end += 1
        }
        return end
    }
}

extension String {
    /// Whether it is one complete value, so that it cannot add members of its own to a body.
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
    /// The answer that the daemon would give.
    fileprivate static var brokenConditions: DaemonProblem {
        var problem = DaemonProblem()
        problem.kind = .malformed
        problem.status = 400
        problem.title = "Malformed request"
        problem.detail = "conditions: must be a JSON array"
        return problem
    }
}
