package import Bytes
package import Signing
internal import Text

/// The values that a profile supplies if a request does not state them.
package final class ProfileDefaults {
    package let name: ByteBuffer
    /// In lower case.
    package let endpoint: ByteBuffer
    /// The parsed endpoint, shared by all requests that name no other; `nil` if it is invalid.
    let parsedEndpoint: Endpoint?
    package let region: ByteBuffer
    package let bucket: ByteBuffer
    package let cloudBoxID: ByteBuffer
    /// `nil`: determined by the endpoint.
    package let addressing: Addressing?
    package let version: SignatureVersion
    /// The region of requests that name neither region nor endpoint; empty if it is unknown.
    package private(set) lazy var ownRegion = findRegion()
    /// The reason why no request to this endpoint can reach OSS; `nil`: none is known.
    let problemOfPlace: Problem?
    /// The warning for the administrator; computed on first use.
    package private(set) lazy var doubt: String? = findDoubt()

    package init(
        name: String, place: Place, addressing: Addressing?, version: SignatureVersion
    ) {
        self.name = ByteBuffer(copying: name.utf8Span.span)
        endpoint = ByteBuffer(lowercasing: place.endpoint.utf8Span.span)
        parsedEndpoint = ProfileDefaults.endpoint(in: endpoint)
        region = ByteBuffer(copying: place.region.utf8Span.span)
        bucket = ByteBuffer(copying: place.bucket.utf8Span.span)
        cloudBoxID = ByteBuffer(copying: place.cloudBoxID.utf8Span.span)
        self.addressing = addressing
        self.version = version
        problemOfPlace = ProfileDefaults.error(of: place, addressing).map { error in
            .invalidRequest(.profile("profile \(name): \(error)"))
        }
    }

    /// A function of its own, because a span of a property would outlive the initializer's access to it.
    private static func endpoint(in text: borrowing ByteBuffer) -> Endpoint? { Endpoint(text.span) }

    private static func error(of place: Place, _ addressing: Addressing?) -> SigningError? {
        var request = OSSRequest()
        let endpoint = request.appending { text in text.append(place.endpoint.utf8Span.span) }
        let region = request.appending { text in text.append(place.region.utf8Span.span) }
        do throws(SigningError) {
            guard !endpoint.isEmpty else { return nil }
            try request.setEndpoint(endpoint)
            if let addressing { try request.setAddressing(addressing) }
            if !region.isEmpty, place.cloudBoxID.isEmpty { try request.setRegion(region) }
            try request.checkPlace()
            return nil
        } catch {
            return error
        }
    }

    private func findRegion() -> String {
        guard region.isEmpty, parsedEndpoint != nil else { return region.text }
        var request = OSSRequest()
        let range = request.appending { $0.append(endpoint) }
        try? request.setEndpoint(range)
        request.deriveRegion()
        guard let found = request.region else { return "" }
        return String(copying: request.text[found])
    }

    /// The place that requests go to.
    ///
    /// An empty text: the profile does not state it.
    package struct Place {
        package var endpoint: String
        package var region: String
        package var bucket: String
        package var cloudBoxID: String

        package init(endpoint: String = "", region: String = "", bucket: String = "", cloudBoxID: String = "")
        {
            self.endpoint = endpoint
            self.region = region
            self.bucket = bucket
            self.cloudBoxID = cloudBoxID
        }
    }

    /// The reason why requests that state only bucket and key probably fail; `nil`: there is none.
    ///
    /// A profile without an endpoint expects it in each request, or only hands out credentials.
    func findDoubt() -> String? {
        guard endpoint.count > 0 else { return nil }
        if let refusal { return "a request that names no more than bucket and key is refused: \(refusal)" }
        if addressing == nil, hasOwnDomain {
            return
                "the host is not in aliyuncs.com, and URLs get the bucket in front of it; if it is a bucket's own "
                + "domain, say Addressing=cname, else Addressing=virtual"
        }
        return nil
    }

    /// The problem of a request that states only bucket and key.
    private var refusal: String? {
        var said = ReadCall()
        var call = CompleteCall()
        let least: StaticString = #"{"bucket":"bucket","key":"key"}"#
        do throws(Problem) {
            try said.read(least.bytes, for: .presign, into: &call)
            try call.complete(said, with: self)
            return nil
        } catch {
            return error.detail
        }
    }

    /// Whether the endpoint is probably the domain of one bucket: self-hosted services are rare and set `Addressing=`.
    private var hasOwnDomain: Bool {
        guard let parsedEndpoint, !parsedEndpoint.isAddress else { return false }
        let host = endpoint.text(parsedEndpoint.host)
        return host.utf8.contains(UInt8(ascii: ".")) && !host.hasSuffix(".aliyuncs.com")
    }
}

extension ByteBuffer {
    fileprivate init(lowercasing text: Span<UInt8>) {
        self.init(capacity: text.count)
        for index in 0..<text.count { append(text[index].lowercased) }
    }

    /// As functions, because a span of a property of an object must not leave its access.
    var text: String { String(copying: span) }

    fileprivate func text(_ range: Range<Int>) -> String { String(copying: self[range]) }
}
