internal import Access
internal import Bytes
internal import Contract
internal import Signing
internal import Text
internal import Time

extension CompleteCall {
    /// Adds the defaults of the profile for absent members, and checks the whole.
    mutating func complete(_ said: borrowing ReadCall, with profile: ProfileDefaults) throws(Problem) {
        usualVersion = profile.version
        // A proxy's question names its version.
        if route != .forward { version = try version(said[.version], or: profile.version) }
        if let written = said[.time] { time = try readTime(written) }
        guard minValid >= 0 else { throw .invalidRequest(.value("minValid", mustBe: "0 or more seconds")) }
        switch route {
        case .signString: try completeString(said)
        case .postPolicy: try completeForm(said, with: profile)
        case .sign, .presign, .forward: try completeDescribed(said, with: profile)
        }
        try collectRuledNames()
    }

    private mutating func completeDescribed(
        _ said: borrowing ReadCall, with profile: ProfileDefaults
    ) throws(Problem) {
        if let method = said[.method] { request.method = try CompleteCall.method(request.text[method]) }
        guard !(said.has(.key) && said.has(.keys)) else { throw .malformed(.together("key", "keys")) }
        guard keys.count <= PresignLimit.keys else {
            throw .malformed(.tooMany("keys", limit: PresignLimit.keys))
        }
        guard !said.has(.keys) || !keys.isEmpty else {
            throw .invalidRequest(.value("keys", mustBe: "one key or more"))
        }
        try completePlace(said, with: profile)
        if case .s3 = version { try completeForS3(said[.endpoint], with: profile) }
        try completeHeaders(said)
        // One turn signs all keys.
        guard keys.count * request.byteCount <= PresignLimit.sharedBytes else {
            throw .invalidRequest(
                .value("keys", mustBe: "fewer: their number times the bytes that all share is over 4 MiB"))
        }
        try completeKey(said[.key] ?? keys.first)
        if route == .presign { try checkExpires() }
    }

    static func method(_ name: Span<UInt8>) throws(Problem) -> Method {
        if let method = Method(anyCase: name) { return method }
        throw .invalidRequest(.value("method", mustBe: "GET, PUT, POST, HEAD, DELETE or OPTIONS"))
    }

    private mutating func completeKey(_ key: Range<Int>?) throws(Problem) {
        try Problem.signing(key: keys.isEmpty ? nil : 0) { () throws(SigningError) in
            if let key { try request.setKey(key) }
            try request.checkWhole(for: version)
        }
    }

    /// Sets the bucket, endpoint, addressing and region.
    mutating func completePlace(_ said: borrowing ReadCall, with profile: ProfileDefaults) throws(Problem) {
        let bucket = said[.bucket] ?? copy(of: profile.bucket)
        let cloudBox = said[.cloudBoxID] ?? copy(of: profile.cloudBoxID)
        // If the caller names an endpoint, the region follows from it and not from the profile.
        let ownRegion = said[.region] ?? (said.has(.endpoint) ? nil : copy(of: profile.region))
        let addressing = try addressing(said[.addressing], or: profile.addressing)
        // An empty name means no bucket, not even that of the profile.
        if let bucket, !bucket.isEmpty { try setBucket(bucket) }
        try Problem.signing { () throws(SigningError) in
            try setEndpoint(said[.endpoint], with: profile)
            // The addressing of the profile does not apply to an IP address, which can have no bucket before it.
            if let addressing, said.has(.addressing) || request.endpoint?.isAddress != true {
                try request.setAddressing(addressing)
            }
            if let cloudBox {
                try request.setCloudBox(cloudBox)
            } else {
                try setRegion(ownRegion, with: profile)
            }
            if said.hasOwnPlace { try request.checkPlace() }
        }
        if !said.hasOwnPlace, let problem = profile.problemOfPlace { throw problem }
    }

    private mutating func setBucket(_ name: Range<Int>) throws(Problem) {
        do throws(SigningError) {
            try request.setBucket(name)
        } catch {
            throw Problem(error, in: BodyPart(.bucket, request.text[name]))
        }
    }

    private mutating func setRegion(
        _ region: Range<Int>?, with profile: ProfileDefaults
    ) throws(SigningError) {
        if let region { return try request.setRegion(region) }
        request.deriveRegion()
        if request.region == nil, let region = copy(of: profile.region) { try request.setRegion(region) }
    }

    private mutating func setEndpoint(
        _ own: Range<Int>?, with profile: ProfileDefaults
    ) throws(SigningError) {
        guard let place = own ?? copy(of: profile.endpoint) else { throw .endpointMissing }
        // Most callers that name an endpoint name that of the profile.
        guard let known = profile.parsedEndpoint, profile.endpoint.equals(request.text[place]) else {
            return try request.setEndpoint(place)
        }
        request.setEndpoint(known, at: place)
    }

    private mutating func completeHeaders(_ said: borrowing ReadCall) throws(Problem) {
        if let type = said[.contentType] { try add(.contentType, type, as: "content-type") }
        if let hash = said[.contentMD5] {
            try checkContentMD5(hash)
            try add(.contentMD5, hash, as: "content-md5")
        }
        try Problem.signing { () throws(SigningError) in
            guard said.additionalHeaders.count <= OSSRequest.maximumHeaders else { throw .tooManyHeaders }
        }
        for index in said.additionalHeaders.indices {
            do throws(SigningError) {
                try request.addAdditionalHeader(said.additionalHeaders[index])
            } catch {
                throw Problem(error, in: BodyPart("additionalHeaders", index))
            }
        }
    }

    /// OSS rejects any other value, whatever the signature.
    private func checkContentMD5(_ value: Range<Int>) throws(Problem) {
        var hash = ByteBuffer(capacity: 16)
        guard hash.append(base64Decoding: request.text[value])?.count == 16 else {
            throw .invalidRequest(.signing(.contentMD5))
        }
    }

    private mutating func add(
        _ member: Member, _ value: Range<Int>, as header: StaticString
    ) throws(Problem) {
        let name = request.appending { text in text.append(header) }
        do throws(SigningError) {
            try request.addHeader(name: name, value: value)
        } catch {
            throw Problem(error, in: BodyPart(member))
        }
    }

    private func checkExpires() throws(Problem) {
        let maximum = Signer.maximumExpires(for: version)
        guard (1...maximum).contains(expires) else {
            throw .invalidRequest(.signing(.expires(maximum: maximum, version)))
        }
    }

    @inline(__always) private func version(
        _ written: Range<Int>?, or usual: SignatureVersion
    ) throws(Problem) -> SignatureVersion {
        guard let written else { return usual }
        if request.text[written].equals("v4") { return .v4 }
        if request.text[written].equals("v1") { return .v1 }
        guard request.text[written].equals("s3") else {
            throw .invalidRequest(.value("version", mustBe: "\"v4\", \"v1\" or \"s3\""))
        }
        guard route == .sign || route == .presign else {
            throw .invalidRequest(
                .value("version", mustBe: "\"v4\" or \"v1\", since only /v1/sign and /v1/presign sign for S3")
            )
        }
        return .s3
    }

    private func addressing(_ written: Range<Int>?, or usual: Addressing?) throws(Problem) -> Addressing? {
        guard let written else { return usual }
        for addressing in [Addressing.virtualHost, .path, .cname]
        where request.text[written].equals(addressing.name) {
            return addressing
        }
        throw .invalidRequest(.value("addressing", mustBe: "\"virtual\", \"path\" or \"cname\""))
    }

    private func readTime(_ written: Range<Int>) throws(Problem) -> Timestamp {
        guard written.count == 20, let time = Timestamp(rfc3339: request.text[written]) else {
            throw .invalidRequest(.value("time", mustBe: "a time such as 2023-12-16T16:20:57Z"))
        }
        return time
    }

    mutating func copy(of text: borrowing ByteBuffer) -> Range<Int>? {
        guard !text.isEmpty else { return nil }
        return request.appending { own in own.append(text) }
    }
}

extension ReadCall {
    /// Whether the call changes the place of the profile, which is checked once per profile.
    fileprivate var hasOwnPlace: Bool { has(.endpoint) || has(.region) || has(.addressing) }
}
