internal import Access
internal import Bytes
internal import Contract
internal import Signing
internal import Text
internal import Time

extension SigningCall {
    /// Sets the profile of a call that names none.
    mutating func name(_ profile: ProfileDefaults) {
        if self[.profile] == nil, let name = copy(of: profile.name) { set(.profile, name) }
    }

    /// Builds the OSS request, with the defaults of the profile for absent members, and checks it.
    mutating func complete(with profile: ProfileDefaults) throws(Problem) {
        usualVersion = profile.version
        version = try chosenVersion(profile)
        if let written = self[.time] { time = try readTime(written) }
        guard minValid >= 0 else { throw .invalidRequest(.value("minValid", mustBe: "0 or more seconds")) }
        switch route {
        case .signString: try completeString(with: profile)
        case .postPolicy: try completeForm(with: profile)
        case .sign, .presign, .forward: try completeDescribed(with: profile)
        }
        try collectRuledNames()
    }

    private mutating func completeDescribed(with profile: ProfileDefaults) throws(Problem) {
        if let method = self[.method] {
            guard let known = Method(anyCase: request.text[method]) else {
                throw .invalidRequest(.value("method", mustBe: "GET, PUT, POST, HEAD, DELETE or OPTIONS"))
            }
            request.method = known
        }
        guard !(has(.key) && has(.keys)) else { throw .malformed(.together("key", "keys")) }
        guard keys.count <= PresignLimit.keys else {
            throw .malformed(.tooMany("keys", limit: PresignLimit.keys))
        }
        guard !has(.keys) || !keys.isEmpty else {
            throw .invalidRequest(.value("keys", mustBe: "one key or more"))
        }
        try completePlace(with: profile)
        if case .s3 = version { try completeForS3(with: profile) }
        try completeHeaders()
        try checkWork()
        try completeKey()
        if route == .presign { try checkExpires() }
    }

    /// One turn signs all keys.
    private func checkWork() throws(Problem) {
        guard keys.count * request.byteCount <= PresignLimit.sharedBytes else {
            throw .invalidRequest(
                .value("keys", mustBe: "fewer: their number times the bytes that all share is over 4 MiB"))
        }
    }

    mutating func completeKey() throws(Problem) {
        try Problem.signing(key: keys.isEmpty ? nil : 0) { () throws(SigningError) in
            if let key = self[.key] ?? keys.first { try request.setKey(key) }
            try request.checkWhole(for: version)
        }
    }

    /// Sets the bucket, endpoint, addressing and region.
    mutating func completePlace(with profile: ProfileDefaults) throws(Problem) {
        let bucket = self[.bucket] ?? copy(of: profile.bucket)
        let cloudBox = self[.cloudBoxID] ?? copy(of: profile.cloudBoxID)
        // If the caller names an endpoint, the region follows from it and not from the profile.
        let ownRegion = self[.region] ?? (has(.endpoint) ? nil : copy(of: profile.region))
        let addressing = try chosenAddressing(profile)
        // An empty name means no bucket, not even that of the profile.
        if let bucket, !bucket.isEmpty { try setBucket(bucket) }
        try Problem.signing { () throws(SigningError) in
            try setEndpoint(with: profile)
            // The addressing of the profile does not apply to an IP address, which can have no bucket before it.
            if let addressing, has(.addressing) || request.endpoint?.isAddress != true {
                try request.setAddressing(addressing)
            }
            if let cloudBox {
                try request.setCloudBox(cloudBox)
            } else {
                try setRegion(ownRegion, with: profile)
            }
            if hasOwnPlace { try request.checkPlace() }
        }
        if !hasOwnPlace, let problem = profile.problemOfPlace { throw problem }
    }

    /// Whether the call changes the place of the profile, which is checked once per profile.
    private var hasOwnPlace: Bool { has(.endpoint) || has(.region) || has(.addressing) }

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

    private mutating func setEndpoint(with profile: ProfileDefaults) throws(SigningError) {
        guard let place = self[.endpoint] ?? copy(of: profile.endpoint) else { throw .endpointMissing }
        // Most callers that name an endpoint name that of the profile.
        guard let known = profile.parsedEndpoint, profile.endpoint.equals(request.text[place]) else {
            return try request.setEndpoint(place)
        }
        request.setEndpoint(known, at: place)
    }

    private mutating func completeHeaders() throws(Problem) {
        try addShorthand(.contentType, "content-type")
        try checkContentMD5()
        try addShorthand(.contentMD5, "content-md5")
        try Problem.signing { () throws(SigningError) in
            guard additionalHeaders.count <= OSSRequest.maximumHeaders else { throw .tooManyHeaders }
        }
        for index in additionalHeaders.indices {
            do throws(SigningError) {
                try request.addAdditionalHeader(additionalHeaders[index])
            } catch {
                throw Problem(error, in: BodyPart("additionalHeaders", index))
            }
        }
    }

    /// OSS rejects any other value, whatever the signature.
    private func checkContentMD5() throws(Problem) {
        guard let value = self[.contentMD5] else { return }
        var hash = ByteBuffer(capacity: 16)
        guard hash.append(base64Decoding: request.text[value])?.count == 16 else {
            throw .invalidRequest(.signing(.contentMD5))
        }
    }

    private mutating func addShorthand(_ member: Member, _ header: StaticString) throws(Problem) {
        guard let value = self[member] else { return }
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
}

extension SigningCall {
    @inline(__always) private func chosenVersion(_ profile: ProfileDefaults) throws(Problem)
        -> SignatureVersion
    {
        guard let written = self[.version] else { return profile.version }
        if request.text[written].equals("v4") { return .v4 }
        if request.text[written].equals("v1") { return .v1 }
        guard request.text[written].equals("s3") else {
            throw .invalidRequest(.value("version", mustBe: "\"v4\", \"v1\" or \"s3\""))
        }
        guard route == .sign || route == .presign || route == .forward else {
            throw .invalidRequest(
                .value("version", mustBe: "\"v4\" or \"v1\", since only /v1/sign and /v1/presign sign for S3")
            )
        }
        return .s3
    }

    private func chosenAddressing(_ profile: ProfileDefaults) throws(Problem) -> Addressing? {
        guard let written = self[.addressing] else { return profile.addressing }
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
