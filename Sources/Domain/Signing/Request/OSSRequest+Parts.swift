internal import Bytes
internal import Text

extension OSSRequest {
    package mutating func setBucket(_ name: Range<Int>) throws(SigningError) {
        guard text[name].isBucketName else { throw .bucketName }
        bucket = name
    }

    package mutating func setKey(_ name: Range<Int>) throws(SigningError) {
        try text[name].checkObjectKey()
        key = name
    }

    /// Names a key that the server would refuse; for requests that were made elsewhere and are only checked here.
    package mutating func setKeyUnchecked(_ name: Range<Int>) {
        key = name
    }

    /// Reads the endpoint and takes from it what was not said: path style for an address, the region where it is sure.
    package mutating func setEndpoint(_ range: Range<Int>) throws(SigningError) {
        guard let endpoint = Endpoint(text[range]) else { throw .endpoint }
        lowercase(range)
        setEndpoint(endpoint, at: range)
    }

    /// Takes an endpoint that was read before and that the request's text has in lower case.
    package mutating func setEndpoint(_ endpoint: Endpoint, at range: Range<Int>) {
        self.endpoint = endpoint.moved(by: range.lowerBound)
        if endpoint.isAddress { addressing = .path }
    }

    package mutating func setRegion(_ name: Range<Int>) throws(SigningError) {
        // The name of an endpoint, of which nothing good would be signed.
        guard text[name].isRegion, !text[name].hasPrefix("oss-") else { throw .region }
        if !isForCloudBox { region = name }
    }

    /// A cloud box takes the place of the region in the scope of V4, whichever is named first.
    package mutating func setCloudBox(_ id: Range<Int>) throws(SigningError) {
        guard text[id].isRegion else { throw .cloudBoxID }
        region = id
        isForCloudBox = true
    }

    package mutating func setAddressing(_ wish: Addressing) throws(SigningError) {
        guard endpoint?.isAddress != true || wish == .path else { throw .addressingOfAddress }
        addressing = wish
    }

    /// Refuses an endpoint that leads nowhere, or to another region, as far as hosts of OSS tell.
    package func checkPlace() throws(SigningError) {
        guard let endpoint else { return }
        let host = text[endpoint.host]
        if endpoint.host == endpoint.authority, host.lacksDomain { throw .endpointWithoutDomain }
        if addressing == .virtualHost, host.bucketInHost != nil { throw .bucketInEndpoint }
        if let region, !isForCloudBox, let own = host.regionInHost,
            !host.extracting(own).equals(text[region])
        {
            throw .regionOfEndpoint
        }
    }

    /// Derives the region from the endpoint when nobody named it.
    package mutating func deriveRegion() {
        guard region == nil, let host = endpoint?.host else { return }
        if let found = text[host].regionInHost {
            region = (host.lowerBound + found.lowerBound)..<(host.lowerBound + found.upperBound)
        } else if text[host].isLegacyHost {
            let start = text.count
            text.append("cn-hangzhou")
            region = start..<text.count
        }
    }

    /// The product in the scope of V4.
    package var product: StaticString { isForCloudBox ? "oss-cloudbox" : "oss" }

    /// What cannot be judged piece by piece.
    package func checkWhole(for version: SignatureVersion) throws(SigningError) {
        guard endpoint != nil else { throw .endpointMissing }
        if bucket == nil, key != nil || addressing == .cname { throw .bucketMissing }
        switch version {
        case .v4: if region == nil { throw .regionMissing }
        case .v1: try checkUnambiguous()
        }
    }
}
