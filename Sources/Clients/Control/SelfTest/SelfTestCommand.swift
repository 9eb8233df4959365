internal import CommandLine
internal import OSSAuthClient

extension Command {
    static let selfTest = Command(
        "selftest", "Put, get, list, copy and delete a small object in a bucket of yours",
        details: [
            """
            Asks the daemon for signatures and sends the requests to OSS, with each kind of signature: V4 and \
            V1, in the header and in the URL, and with --s3 those for the S3 endpoint. Prints one line for each \
            step. A signature that the rules do not grant is no failure. Ends with 1 where a step failed, at the \
            first failed connection, or where nothing could be tried.
            """,
            """
            All objects are in a folder with a random name below the prefix, have a few bytes, and are deleted \
            at the end, after a failure or an interrupt too. It names those that could not be deleted.
            """,
        ],
        arguments: [Argument("OSS-URL", "oss://BUCKET/PREFIX, a place for the objects.")],
        options: [.s3, .profile, .endpoint, .region, .addressing],
        examples: [
            Example("selftest oss://bucket/selftest", "whether this host, the daemon and OSS work together"),
            Example("selftest --s3 --profile uploads oss://bucket/selftest", "the S3 endpoint as well"),
        ])
}

extension Option {
    static let s3 = Option("s3", .flag, "Test the signatures for the S3 endpoint as well.")
}

/// The place of a self-test, and its kinds of signature.
package struct SelfTestOptions: Equatable, Sendable {
    let bucket: String
    /// Ends with a slash.
    let prefix: String
    let signatures: [KindOfSignature]
    let profile: String?
    /// A request with only the endpoint, the region and the addressing.
    let place: OSSRequest

    init(_ call: Call, variable: (String) -> String?) throws(UsageError) {
        let location = try ObjectLocation(call.arguments[0])
        guard let bucket = location.bucket, let prefix = location.key else {
            throw UsageError(
                "'\(location.text)' needs a prefix, so that no other object is touched: oss://BUCKET/PREFIX")
        }
        self.bucket = bucket
        self.prefix = prefix.hasSuffix("/") ? prefix : prefix + "/"
        signatures = KindOfSignature.all(withS3: call.has(.s3))
        profile = call.value(of: .profile, variable: variable)
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
