internal import Bytes
internal import Signing

/// The query parameters that every rule grants: those which read, write or list objects, and those which only
/// tell.
///
/// A list of what is allowed, so that a sub-resource which OSS invents tomorrow is refused until somebody
/// grants it. It leaves out on purpose: `symlink`, which makes a granted key stand for another one;
/// `x-oss-async-process`, `asyncFetch` and `x-oss-rename`, which write to places that `Key=` cannot see;
/// `tagging`, on which bucket policies and lifecycle rules may rest. `x-oss-process` may lay another object over the
/// one that is read, or sign what a playlist names, so a rule that confines keys does not grant it; `delete` names in the
/// body what it removes, so a rule that confines keys does not grant it, and one that confines methods only with DELETE.
package enum HarmlessParameters {
    /// Those that a request may have.
    package static let names: [StaticString] = [
        "response-cache-control", "response-content-disposition", "response-content-encoding",
        "response-content-language", "response-content-type", "response-expires",
        "versionId", "objectMeta", "objectInfo", "x-oss-process",
        "uploads", "uploadId", "partNumber", "sequential", "append", "position", "delete", "restore",
        "cleanRestoredObject",
        "callback", "callback-var",
        "bucketInfo", "location", "regionList", "stat",
        "prefix", "delimiter", "marker", "max-keys", "encoding-type", "list-type", "start-after",
        "fetch-owner", "continuation-token", "versions", "key-marker", "version-id-marker",
        "upload-id-marker", "max-uploads", "part-number-marker", "max-parts",
        "x-oss-traffic-limit", "x-oss-request-payer", "x-oss-ac-source-ip", "x-oss-ac-subnet-mask",
        "x-oss-ac-vpc-id", "x-oss-ac-forward-allow",
    ]

    /// Those that belong to the signature; a string for a URL cannot be without them, and nobody else may
    /// name them.
    private static let namesOfSignature: [StaticString] = [
        "security-token", "x-oss-credential", "x-oss-date", "x-oss-expires", "x-oss-signature-version",
        "x-oss-security-token", "x-oss-additional-headers",
    ]

    private static let all = NameSet(names + namesOfSignature)

    /// With POST, `x-oss-process` stores what it makes, and the body says where.
    static func contains(_ name: Span<UInt8>, of method: Method?, withinKeys: Bool, mayDelete: Bool) -> Bool {
        if name.equals("x-oss-process"), withinKeys || method == .post || method == .put { return false }
        if name.equals("delete"), withinKeys || !mayDelete { return false }
        return all.contains(name)
    }

    /// Whatever the methods, and whatever the keys.
    package static func containsAlways(_ name: Span<UInt8>) -> Bool {
        contains(name, of: nil, withinKeys: true, mayDelete: false)
    }
}
