internal import Bytes
internal import JSON
public import OSSRequests
internal import Signing
internal import Time

public import struct OSSRequests.OSSRequest

extension OSSSigner {
    /// Signs a form upload (PostObject) into the bucket of a request, within the conditions.
    ///
    /// `conditions` is a JSON array as in the policy of PostObject: `[["starts-with", "$key", "incoming/"]]`. Conditions
    /// for the fields of the signature are added. Of the request only bucket, endpoint, region and addressing count.
    public func form(
        for request: OSSRequest, conditions: String, for life: Duration = .seconds(900), at time: UnixTime
    ) throws(OSSSigningError) -> Form {
        var checked = try placeOfForm(request, life)
        let elements = try OSSSigningError.signing { () throws(SigningError) in
            let read = try PostPolicy(conditions: conditions.utf8Span.span, into: &checked.request)
            guard checked.hasBucket(of: read) else { throw .conditionsBucket }
            return conditions.elementsOfArray
        }
        let end = time + life
        signer.beginPolicy(
            for: checked.request, version: version.rule, with: credential, at: time.timestamp)
        var policy = ByteBuffer(capacity: 1_024)
        policy.append(
            policyFor: checked.request, version: version.rule, until: end.timestamp,
            conditions: elements.utf8Span.span, signer: signer, credential: credential)
        return sign(policy, for: checked, until: end, at: time)
    }

    /// Signs a form upload with a whole policy, exactly as it stands.
    ///
    /// A policy without a bucket is valid for every bucket of the account. It must contain everything that the documents of PostObject
    /// require of a policy.
    public func form(
        for request: OSSRequest, policy text: String, at time: UnixTime
    ) throws(OSSSigningError) -> Form {
        var checked = try placeOfForm(request, .seconds(1))
        let end = try OSSSigningError.signing { () throws(SigningError) in
            let read = try PostPolicy(text.utf8Span.span, into: &checked.request)
            guard checked.hasBucket(of: read) else { throw .policyBucket }
            guard (1...Int64(Signing.Signer.maximumExpires)).contains(read.expiration - time.timestamp) else {
                throw .policyExpiration
            }
            return UnixTime(secondsSince1970: read.expiration.secondsSince1970)
        }
        return sign(ByteBuffer(copying: text.utf8Span.span), for: checked, until: end, at: time)
    }

    private func sign(
        _ policy: borrowing ByteBuffer, for checked: borrowing CheckedRequest, until end: UnixTime,
        at time: UnixTime
    ) -> Form {
        signer.signPolicy(
            policy.span, for: checked.request, version: version.rule, with: credential,
            at: time.timestamp)
        return Form(
            url: signer.url.text, fields: fields, expiration: end,
            signature: signer.signature.text)
    }

    private func placeOfForm(
        _ request: OSSRequest, _ life: Duration
    ) throws(OSSSigningError) -> CheckedRequest {
        var place = OSSRequest(.post, bucket: request.bucket)
        place.endpoint = request.endpoint
        place.region = request.region
        place.addressing = request.addressing
        place.cloudBoxID = request.cloudBoxID
        guard version != .s3 else { throw OSSSigningError(.formInS3) }
        guard place.bucket != nil else { throw OSSSigningError(.bucketMissing) }
        guard (1...Int64(Signing.Signer.maximumExpires)).contains(life.components.seconds) else {
            throw OSSSigningError(.expires(maximum: Signing.Signer.maximumExpires, nil))
        }
        return try CheckedRequest(place, version: version)
    }

    private var fields: [OSSRequest.Header] {
        var fields = [OSSRequest.Header("policy", signer.stringToSign.text)]
        if version == .v1 {
            fields.append(.init("OSSAccessKeyId", accessKeyID))
            fields.append(.init("Signature", signer.signature.text))
        } else {
            var scoped = ByteBuffer(capacity: 128)
            scoped.append(credentialOf: signer, credential)
            fields.append(.init("x-oss-signature-version", "OSS4-HMAC-SHA256"))
            fields.append(.init("x-oss-credential", scoped.text))
            fields.append(.init("x-oss-date", signer.moment.date.text))
            fields.append(.init("x-oss-signature", signer.signature.text))
        }
        if let securityToken { fields.append(.init("x-oss-security-token", securityToken)) }
        return fields
    }
}

extension CheckedRequest {
    /// A condition may name only this bucket.
    fileprivate func hasBucket(of policy: PostPolicy) -> Bool {
        guard let named = policy.bucket, let bucket = request.bucket else { return true }
        return request.text[named].equals(request.text[bucket])
    }
}

extension String {
    /// The text between the brackets of an array that was parsed without an error.
    fileprivate var elementsOfArray: String {
        let blank = { (character: Character) in character.isWhitespace }
        let inner = drop(while: blank).dropFirst().reversed().drop(while: blank).dropFirst().reversed()
        return String(inner.drop(while: blank))
    }
}
