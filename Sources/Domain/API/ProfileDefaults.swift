package import Bytes
package import Signing
internal import Text

/// What a profile says where a request does not.
package final class ProfileDefaults {
    package let name: ByteBuffer
    /// In lower case.
    package let endpoint: ByteBuffer
    /// The same, taken apart once for all requests that name no other; `nil` where it is none.
    let parsedEndpoint: Endpoint?
    package let region: ByteBuffer
    package let bucket: ByteBuffer
    package let cloudBoxID: ByteBuffer
    /// `nil`: by the endpoint.
    package let addressing: Addressing?
    package let version: SignatureVersion
    /// The region of requests that name neither region nor endpoint; empty where it is not known.
    package private(set) lazy var ownRegion = findRegion()
    /// Why no request to this endpoint would reach OSS; `nil`: none is known.
    let problemOfPlace: Problem?
    /// What the operator is to be warned of; looked for when somebody asks.
    package private(set) lazy var doubt: String? = findDoubt()

    package init(
        name: String, place: Place, addressing: Addressing?, version: SignatureVersion
    ) {
        self.name = ByteBuffer(copying: name.utf8Span.span)
        endpoint = ByteBuffer(lowercasing: place.endpoint.utf8Span.span)
        parsedEndpoint = Endpoint(place.endpoint.utf8Span.span)
        region = ByteBuffer(copying: place.region.utf8Span.span)
        bucket = ByteBuffer(copying: place.bucket.utf8Span.span)
        cloudBoxID = ByteBuffer(copying: place.cloudBoxID.utf8Span.span)
        self.addressing = addressing
        self.version = version
        problemOfPlace = ProfileDefaults.error(of: place, addressing).map { error in
            .invalidRequest(.profile("profile \(name): \(error)"))
        }
    }

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
        guard region.isEmpty, parsedEndpoint != nil else { return region.string }
        var request = OSSRequest()
        let range = request.appending { $0.append(endpoint) }
        try? request.setEndpoint(range)
        request.deriveRegion()
        guard let found = request.region else { return "" }
        return String(copying: request.text[found])
    }

    /// Where requests go; an empty text is one that the profile does not name.
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
}

extension ByteBuffer {
    fileprivate var string: String { String(copying: span) }

    fileprivate init(lowercasing text: Span<UInt8>) {
        self.init(capacity: text.count)
        for index in 0..<text.count { append(text[index].lowercased) }
    }
}
