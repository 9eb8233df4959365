package import Access
internal import Bytes
internal import Signing
internal import Text
internal import Time

// The facts about a call that the rules check.
extension CompleteCall {
    /// The reason why no rule grants the operation on the named profile, whether that profile exists or not.
    package func refusal(by rules: PeerRules) -> Refusal? {
        rules.refusal(to: operation, with: request.text[profile])
    }

    /// Whether the signature holds for all keys that begin with the ruled one: a form for a folder, or a move of one.
    var keyIsPrefix: Bool {
        guard let policy else { return isForFolder }
        if case .exactly = policy.key { return false }
        return true
    }

    /// The beginning of the keys of a listing, a form or a move; empty: it is for single keys, or for all.
    package var grantedPrefix: Range<Int> { listedPrefix ?? (keyIsPrefix ? ruledKey : 0..<0) }

    /// Whether the signature holds for all buckets of the account: a complete policy is signed unchanged, and to
    /// conditions the daemon adds the bucket.
    var isForEveryBucket: Bool {
        guard policyIsWhole, let policy else { return false }
        return policy.bucket == nil
    }

    /// The key, or for a form the part of it that the policy fixes.
    package var ruledKey: Range<Int> {
        switch policy?.key {
        case .exactly(let key), .beginning(let key): key
        case .any: 0..<0
        case nil: request.key ?? 0..<0
        }
    }

    /// The prefix of the keys that the request lists, empty for all; `nil`: it is no listing of objects.
    ///
    /// V1 does not sign the prefix, so its signatures list the whole bucket.
    var listedPrefix: Range<Int>? {
        guard request.key == nil, request.bucket != nil, version != .v1, policy == nil,
            Listing.isOne(
                request.method, with: ParameterNames(text: request.text.span, ranges: ruledNames.span))
        else { return nil }
        var prefix: Range<Int>?
        for index in request.parameters.indices
        where request.text[request.parameters[index].name].equals("prefix") {
            // Of two prefixes OSS could use either.
            guard prefix == nil else { return nil }
            prefix = request.parameters[index].value
        }
        return prefix ?? 0..<0
    }

    /// Shortens the life of a URL or form that names none; `false`: it names one, or none is short enough.
    mutating func shortenLife(to limit: Duration, at now: Timestamp) -> Bool {
        guard route == .presign || route == .postPolicy, !statesExpiration else { return false }
        let rest = expires - Int((life(at: now) - limit).wholeSeconds)
        guard rest > 0, rest < expires else { return false }
        expires = rest
        return true
    }

    /// The validity of the answer.
    ///
    /// A later signing time means a later end, and a V1 URL or a form states only its end, so it may be valid at once.
    func life(at now: Timestamp) -> Duration {
        if let policy, policy.expiration.secondsSince1970 != 0 {
            return .seconds(max(0, policy.expiration - now))
        }
        switch ready {
        case .url(let end): return .seconds(max(0, end - now))
        case .header: return .zero
        case nil:
            guard route != .sign, route != .forward else { return .zero }
            let end = (time ?? now) + Int64(expires)
            return .seconds(max(Int64(expires), end - now))
        }
    }

    /// The difference between the signing time and now.
    func skew(at now: Timestamp) -> Duration {
        if case .header(let time) = ready { return .seconds(abs(time - now)) }
        return time.map { .seconds(abs($0 - now)) } ?? .zero
    }
}

extension CompleteCall {
    /// Adds the source object of a copy, a rename or a symlink: the request reads it, so the rules must grant that too.
    private mutating func collectSource(_ header: OSSRequest.Header) throws(Problem) {
        switch header.kind {
        case .copySource: sources.append(try copySource(header.value))
        case .symlinkTarget: sources.append(try objectOfSameBucket(header.value, of: "x-oss-symlink-target"))
        case .renameSource:
            sources.append(try objectOfSameBucket(header.value, of: "x-oss-rename-source", isMoved: true))
            isForFolder = true
        default: break
        }
    }

    /// An object of the same bucket.
    private mutating func objectOfSameBucket(
        _ value: Range<Int>, of header: StaticText, isMoved: Bool = false
    ) throws(Problem) -> SourceObject {
        guard let bucket = request.bucket, let key = decoded(value) else {
            throw .invalidRequest(.field(header, mustBe: "a key, percent-encoded"))
        }
        return SourceObject(bucket: bucket, key: key, isMoved: isMoved)
    }

    private mutating func copySource(_ value: Range<Int>) throws(Problem) -> SourceObject {
        if let source = objectOfNamedBucket(value) { return source }
        throw .invalidRequest(
            .field(
                version == .s3 ? "x-amz-copy-source" : "x-oss-copy-source",
                mustBe:
                    "/BUCKET/KEY or /BUCKET/KEY?versionId=ID, percent-encoded ('+', blanks), without '?' in KEY"
            ))
    }

    private mutating func objectOfNamedBucket(_ value: Range<Int>) -> SourceObject? {
        guard request.text[value.lowerBound] == UInt8(ascii: "/") else { return nil }
        let path = value.dropFirst()
        let mark = request.text[path].firstIndex(of: UInt8(ascii: "?")).map { path.lowerBound + $0 }
        if let mark {
            let version = request.text[mark..<value.upperBound]
            guard version.hasPrefix("?versionId="), version.count > 11,
                version.extracting(droppingFirst: 11).isAll(.unreserved)
            else { return nil }
        }
        // Some clients encode the slash behind the bucket too, and no bucket has one in its name.
        guard let place = decoded(path.lowerBound..<(mark ?? path.upperBound)),
            let slash = request.text[place].firstIndex(of: UInt8(ascii: "/"))
        else { return nil }
        let bucket = path.lowerBound..<(path.lowerBound + slash)
        let key = (place.lowerBound + slash + 1)..<place.upperBound
        // The name of a bucket has no escape, so it is the same in both texts.
        guard request.text[bucket].isBucketName,
            !key.isEmpty, request.text[key.lowerBound] != UInt8(ascii: "/"),
            // A server that decodes the key before it looks for a version would see another object.
            request.text[key].firstIndex(of: UInt8(ascii: "?")) == nil
        else { return nil }
        return SourceObject(bucket: bucket, key: key)
    }

    /// Rejects a text with several readings, because OSS might choose another one.
    private mutating func decoded(_ encoded: Range<Int>) -> Range<Int>? {
        // A plus sign is a blank to some servers.
        guard !encoded.isEmpty, request.text[encoded].isAll(in: .inSegment.with("/")),
            request.text[encoded].firstIndex(of: UInt8(ascii: "+")) == nil
        else { return nil }
        var result: Range<Int>?
        request.text.append(from: encoded, atMost: encoded.count) { text, bytes in
            result = text.append(percentDecoding: bytes)
        }
        guard let result, request.text[result].isUTF8, request.text[result.lowerBound] != UInt8(ascii: "/")
        else {
            return nil
        }
        return result
    }

    /// Collects the names that the rules check, and the source objects.
    ///
    /// Headers and form fields that set an access list, tags or a retention have the effect of the parameters `acl`,
    /// `tagging` and `retention`, so the rules check these names; likewise a header with the name of a parameter that needs a grant.
    mutating func collectRuledNames() throws(Problem) {
        for index in request.parameters.indices {
            let name = request.parameters[index].name
            // The keys are judged in its place.
            if !deletions.isEmpty, request.text[name].equals("delete") { continue }
            ruledNames.append(name)
            if request.text[name].equals("x-oss-delete") { isForFolder = true }
        }
        for index in request.headers.indices {
            var header = request.headers[index]
            let makesPrivate = makesPrivate(header)
            // For S3 a header of Amazon counts as the one of OSS that it stands for.
            if case .s3 = version, case .ofAmazon = header.kind { header = request.counterpart(of: header) }
            if !makesPrivate { collectRuledName(of: header.name, header.kind) }
            try collectSource(header)
        }
        guard let policy else { return }
        for field in policy.ossFields { collectRuledName(of: field.name, field.kind) }
    }

    /// Whether it is the access list that opens an object to no one, which programs behind a proxy send with each upload.
    ///
    /// Other callers choose their headers themselves.
    private func makesPrivate(_ header: OSSRequest.Header) -> Bool {
        let name: StaticString = version == .s3 ? "x-amz-acl" : "x-oss-object-acl"
        return route == .forward && request.key != nil && request.text[header.name].equals(name)
            && request.text[header.value].equals("private")
    }

    /// The headers of a retention count as one parameter, that of the request which sets it for an object.
    private mutating func addRetention() {
        for index in ruledNames.indices where request.text[ruledNames[index]].equals("retention") { return }
        ruledNames.append(request.appending { text in text.append("retention") })
    }

    private mutating func collectRuledName(of name: Range<Int>, _ kind: HeaderKind) {
        switch kind {
        case .accessList: ruledNames.append((name.upperBound - "acl".utf8.count)..<name.upperBound)
        case .tagging: ruledNames.append((name.upperBound - "tagging".utf8.count)..<name.upperBound)
        case .retention: addRetention()
        case .otherOfOSS where RestrictedParameter(request.text[name]) != nil: ruledNames.append(name)
        default: break
        }
    }
}
