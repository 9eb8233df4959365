package import Access
internal import Bytes
package import HTTP
internal import Hashing
internal import Signing
internal import Text

// The request that a proxy asks about becomes a call. Only its bucket and key wait for the rules, as those of a body do.
extension CompleteCall {
    /// `body`: the document of a bulk delete, once the filter has sent it.
    package mutating func read(
        _ question: ForwardQuestion, _ fields: HeaderBlock, in message: Span<UInt8>, body: Span<UInt8>,
        for profile: ProfileDefaults, _ said: inout ReadCall
    ) throws(Problem) {
        said.reset()
        reset(for: .forward)
        operation = .sign
        version = question.dialect == .s3 ? .s3 : .v4
        let target = message.extracting(question.target)
        guard target.hasPrefix("/"), target.isVisibleASCII else {
            throw .invalidRequest(.field("Forward-Target", mustBe: "a path in ASCII"))
        }
        let mark = target.firstIndex(of: UInt8(ascii: "?")) ?? target.count
        let bucket = try bucket(inHost: message.extracting(question.host), of: profile)
        try readPath(target.extracting(1..<mark), bucket: bucket, &said)
        try readQuery(target.extracting(min(mark + 1, target.count)..<target.count))
        try readFields(fields, in: message, question.dialect)
        request.method = try CompleteCall.method(message.extracting(question.method))
        guard request.method == .post, request.valueOfParameter("delete") != nil, !said.has(.key) else {
            guard body.isEmpty else { throw .malformed(.unexpectedBody) }
            return
        }
        try checkDeletion()
        decoding = .deletion
        if !body.isEmpty { try readDeletion(body) }
    }

    private mutating func copy(_ text: Span<UInt8>) -> Range<Int> {
        request.appending { own in own.append(text) }
    }
}

// Bucket and key.
extension CompleteCall {
    /// The bucket before an address of the proxy or before the endpoint; `nil`: it is in the path.
    private mutating func bucket(
        inHost host: Span<UInt8>, of profile: ProfileDefaults
    ) throws(Problem) -> Range<Int>? {
        if host.equalsIgnoringCase("localhost") || host.hasPrefix("127.") && host.isIPv4 { return nil }
        let start = request.text.count
        for index in 0..<host.count { request.text.append(host[index].lowercased) }
        guard let end = profile.lengthOfBucket(inHost: request.text[start..<request.text.count]) else {
            throw .invalidRequest(
                .field(
                    "Host",
                    mustBe: "127.0.0.1, localhost, BUCKET.localhost, or a name of the profile's endpoint"))
        }
        if end == 0 { return profile.addressing == .cname ? copy(of: profile.bucket) : nil }
        return start..<start + end
    }

    private mutating func readPath(
        _ path: Span<UInt8>, bucket: Range<Int>?, _ said: inout ReadCall
    ) throws(Problem) {
        var rest = path
        if let bucket {
            said.set(.bucket, bucket)
        } else {
            let slash = path.firstIndex(of: UInt8(ascii: "/")) ?? path.count
            // Empty: the list of buckets, not the bucket of the profile.
            said.set(.bucket, try decoded(path.extracting(first: slash)))
            rest = path.extracting(min(slash + 1, path.count)..<path.count)
        }
        if !rest.isEmpty { said.set(.key, try decoded(rest)) }
    }

    private mutating func decoded(_ text: Span<UInt8>) throws(Problem) -> Range<Int> {
        var range: Range<Int>?
        _ = request.appending { own in range = own.append(percentDecoding: text) }
        guard let range else {
            throw .invalidRequest(.field("Forward-Target", mustBe: "a path with whole escapes (%XX)"))
        }
        return range
    }
}

// The rest of the request.
extension CompleteCall {
    private mutating func readQuery(_ query: Span<UInt8>) throws(Problem) {
        // Some clients write a blank as a plus sign.
        var reader = QueryReader(query, plusIsBlank: true)
        while let item = try nextItem(of: &reader) {
            let part = BodyPart(parameter: Quotation.beginning(of: request.text[item.name]))
            guard !request.text[item.name].isSignatureParameter else {
                throw .invalidRequest(.part(part, .parameterReserved))
            }
            guard !request.hasParameter(named: item.name) else {
                throw .invalidRequest(.part(part, .parameterTwice))
            }
            let end = request.text.count
            do throws(SigningError) {
                try request.addParameter(name: item.name, value: item.value ?? end..<end)
            } catch {
                throw Problem(error, in: part)
            }
        }
    }

    private mutating func nextItem(of reader: inout QueryReader) throws(Problem) -> QueryItem? {
        do throws(HTTPError) {
            return try reader.next(into: &request.text)
        } catch {
            throw .invalidRequest(.field("Forward-Target", mustBe: "a query with whole escapes (%XX)"))
        }
    }

    private mutating func readFields(
        _ fields: HeaderBlock, in message: Span<UInt8>, _ dialect: ForwardDialect
    ) throws(Problem) {
        var reader = FieldReader(fields, in: message)
        while let field = reader.next() {
            let (name, value) = (message.extracting(field.name), message.extracting(field.value))
            switch ForwardedField(name) {
            case .ofOSS: try readFieldOfOSS(name, value, dialect)
            case .ofAmazon: try readFieldOfAmazon(name, value, dialect)
            case .contentType: try add(name, value)
            case .contentMD5: if request.valueOfParameter("delete") == nil { try add(name, value) }
            default: break
            }
        }
    }

    private mutating func readFieldOfOSS(
        _ name: Span<UInt8>, _ value: Span<UInt8>, _ dialect: ForwardDialect
    ) throws(Problem) {
        guard dialect != .s3 else { throw reserved(name) }
        // The daemon sets these itself.
        guard !name.isSignatureHeader, !name.equalsIgnoringCase("x-oss-content-sha256") else { return }
        try add(name, value)
    }

    private mutating func readFieldOfAmazon(
        _ name: Span<UInt8>, _ value: Span<UInt8>, _ dialect: ForwardDialect
    ) throws(Problem) {
        guard dialect == .s3 else { throw reserved(name) }
        // A body in chunks has no hash.
        if name.equalsIgnoringCase("x-amz-content-sha256"), value.hasPrefix("STREAMING-") {
            decoding = .chunks
        } else if !name.isReplacedForS3 {
            try add(name, value)
        }
    }

    private mutating func add(_ name: Span<UInt8>, _ value: Span<UInt8>) throws(Problem) {
        let (name, value) = (copy(name), copy(value))
        do throws(SigningError) {
            try request.addHeader(name: name, value: value)
        } catch {
            throw Problem(error, in: BodyPart(header: Quotation.beginning(of: request.text[name])))
        }
    }

    private func reserved(_ name: Span<UInt8>) -> Problem {
        .invalidRequest(.part(BodyPart(header: Quotation.beginning(of: name)), .headerReserved))
    }
}

// Bulk delete.
extension CompleteCall {
    /// Rejects what the rules do not judge, since they judge each key as a delete of its own.
    private func checkDeletion() throws(Problem) {
        for index in request.parameters.indices {
            let name = request.parameters[index].name
            guard request.text[name].isParameterOfDeletion else {
                throw .notOfDeletion("parameter", Quotation.shortened(request.text[name]))
            }
        }
        for index in request.headers.indices {
            let name = request.headers[index].name
            guard request.text[name].isHeaderOfDeletion else {
                throw .notOfDeletion("header", Quotation.shortened(request.text[name]))
            }
        }
    }

    private mutating func readDeletion(_ body: Span<UInt8>) throws(Problem) {
        var document = DeleteDocument(body)
        while let key = try document.nextKey(into: &request.text) { deletions.append(key) }
        guard !deletions.isEmpty else { throw .invalidRequest(.profile("the document names no key")) }
        decoding = nil
        let hash = MD5.hash(body)
        let value = request.appending { text in text.append(base64: hash.span) }
        let name = request.appending { text in text.append("content-md5") }
        try Problem.signing { () throws(SigningError) in try request.addHeader(name: name, value: value) }
    }
}

extension SigningContext {
    /// The reason why no rule grants any deletion in the bucket, before the keys of a bulk delete are known.
    package func refusalOfDeletions(by rules: PeerRules, with profile: Span<UInt8>) -> Refusal? {
        rules.refusal(ofDeletionsIn: call.request.text[said[.bucket] ?? 0..<0], with: profile)
    }
}

extension Problem {
    fileprivate static func notOfDeletion(_ kind: String, _ name: String) -> Problem {
        .invalidRequest(.profile("the \(kind) '\(name)' has no place in a bulk delete: leave it out"))
    }
}

extension ProfileDefaults {
    /// The length of the bucket before the endpoint, or before `localhost`; 0: the host is the endpoint itself.
    fileprivate func lengthOfBucket(inHost host: Span<UInt8>) -> Int? {
        if host.hasSuffix(".localhost") { return host.count - ".localhost".utf8.count }
        guard let parsedEndpoint, !parsedEndpoint.isAddress else { return nil }
        return endpoint.lengthOfBucket(inHost: host, endingIn: parsedEndpoint.host)
    }
}

extension ByteBuffer {
    fileprivate func lengthOfBucket(inHost host: Span<UInt8>, endingIn range: Range<Int>) -> Int? {
        let own = self[range]
        guard host.count >= own.count, host.extracting(last: own.count).equals(own) else { return nil }
        let before = host.extracting(first: host.count - own.count)
        if before.isEmpty || before.equals("s3.") { return 0 }
        if before.hasSuffix(".s3.") { return before.count - ".s3.".utf8.count }
        return before.count > 1 && before.hasSuffix(".") ? before.count - 1 : nil
    }
}

extension Span<UInt8> {
    /// `x-id`: some SDKs of Amazon name the operation there.
    fileprivate var isParameterOfDeletion: Bool {
        equals("delete") || equals("encoding-type") || equals("x-id")
    }

    fileprivate var isHeaderOfDeletion: Bool {
        if equals("content-type") || equals("x-amz-content-sha256") { return true }
        guard hasPrefix("x-oss-") || hasPrefix("x-amz-") else { return false }
        let end = extracting(droppingFirst: "x-oss-".utf8.count)
        // SDKs name themselves and the version of S3 in some.
        return end.equals("request-payer") || end.equals("mfa") || end.equals("user-agent")
            || end.equals("api-version") || end.hasPrefix("meta-")
    }

    /// Whether the daemon sets this header for S3, or the proxy removes it: OSS knows none of the checksums of S3.
    fileprivate var isReplacedForS3: Bool {
        equalsIgnoringCase("x-amz-date") || equalsIgnoringCase("x-amz-security-token")
            || equalsIgnoringCase("x-amz-trailer") || equalsIgnoringCase("x-amz-sdk-checksum-algorithm")
            || equalsIgnoringCase("x-amz-decoded-content-length")
            || equalsIgnoringCase("x-amz-checksum-crc32") || equalsIgnoringCase("x-amz-checksum-crc32c")
            || equalsIgnoringCase("x-amz-checksum-crc64nvme") || equalsIgnoringCase("x-amz-checksum-sha1")
            || equalsIgnoringCase("x-amz-checksum-sha256")
    }
}
