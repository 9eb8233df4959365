internal import CommandLine
internal import OSSAuthClient

extension Option {
    static let s3 = Option("s3", .flag, "Test the signatures for the S3 endpoint as well.")
}

/// The place of a self-test, and its kinds of signature.
struct SelfTestOptions: Equatable, Sendable {
    let bucket: String
    /// Ends with a slash.
    let prefix: String
    let signatures: [KindOfSignature]
    let profile: String?
    /// A request with only the endpoint, the region and the addressing.
    let place: OSSRequest

    init(_ call: Call) throws(UsageError) {
        let location = try ObjectLocation(call.arguments[0])
        guard let bucket = location.bucket, let prefix = location.key else {
            throw UsageError(
                "'\(location.text)' needs a prefix, so that no other object is touched: oss://BUCKET/PREFIX")
        }
        self.bucket = bucket
        self.prefix = prefix.hasSuffix("/") ? prefix : prefix + "/"
        signatures = KindOfSignature.all(withS3: call.has(.s3))
        profile = call.value(of: .profile)
        var place = OSSRequest()
        place.endpoint = call.value(of: .endpoint)
        place.region = call.value(of: .region)
        place.addressing = call.value(of: .addressing).flatMap(OSSRequest.Addressing.init)
        self.place = place
    }
}

/// An algorithm, and the place of the signature.
struct KindOfSignature: Equatable, Sendable {
    let version: SignatureVersion
    let isInURL: Bool

    static func all(withS3: Bool) -> [KindOfSignature] {
        ([.v4, .v1] + (withS3 ? [.s3] : [])).flatMap { version in
            [false, true].map { KindOfSignature(version: version, isInURL: $0) }
        }
    }

    /// The name in a report, such as `v4 header`.
    var name: String { "\(version.rawValue) \(isInURL ? "URL" : "header")" }
}
