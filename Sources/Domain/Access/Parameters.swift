internal import Bytes
package import Signing

/// The query parameters that every rule grants: they read, write or list objects, or return information.
///
/// This is a list of the allowed names, so a future sub-resource of OSS needs a rule that grants it. Clients of S3 repeat the
/// name of their operation in `x-id`. These are excluded:
/// - `symlink` makes a granted key refer to another one;
/// - `x-oss-async-process`, `asyncFetch` and `x-oss-rename` write to keys that `Key=` cannot check;
/// - `tagging` may decide in bucket policies and lifecycle rules;
/// - `x-oss-process` may read or sign further objects, so rules that limit keys do not grant it;
/// - `delete` names keys in its body, so rules that limit keys do not grant it, and rules that limit methods only with
///   DELETE.
package enum HarmlessParameters {
    /// The names that a request may contain.
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
        "x-id", "x-oss-traffic-limit", "x-oss-request-payer", "x-oss-ac-source-ip", "x-oss-ac-subnet-mask",
        "x-oss-ac-vpc-id", "x-oss-ac-forward-allow",
    ]

    /// The parameters of a signature, which only a string that a caller composed for a URL may contain.
    static let namesOfSignature: [StaticString] = [
        "security-token", "x-oss-credential", "x-oss-date", "x-oss-expires", "x-oss-signature-version",
        "x-oss-security-token", "x-oss-additional-headers",
    ]

    private static let all = NameSet(names + namesOfSignature)

    /// With POST, `x-oss-process` stores its result at a key that its body contains.
    package static func contains(_ name: Span<UInt8>, of method: Method?, withinKeys: Bool, mayDelete: Bool)
        -> Bool
    {
        if name.equals("x-oss-process"), withinKeys || method == .post || method == .put { return false }
        if name.equals("delete"), withinKeys || !mayDelete { return false }
        return all.contains(name)
    }

    /// Whether a rule without limits grants it with this method, and it removes nothing.
    package static func containsForAll(_ name: Span<UInt8>, of method: Method) -> Bool {
        contains(name, of: method, withinKeys: false, mayDelete: false)
    }

    /// Whether every rule grants it, whatever methods and keys the rule limits.
    package static func containsAlways(_ name: Span<UInt8>) -> Bool {
        contains(name, of: nil, withinKeys: true, mayDelete: false)
    }
}

/// A sub-resource of OSS that only `Parameter=` grants, so that a refusal may name it.
package struct RestrictedParameter: Equatable, Sendable {
    private let index: Int

    package var name: StaticString { RestrictedParameter.all[index] }

    /// The known sub-resources that are not, or not always, harmless: the union of the lists of the SDKs.
    package static let names: [StaticString] = [
        "accessPoint", "accessPointPolicy", "acl", "asyncFetch", "bucketArchiveDirectRead", "cloudboxes",
        "cname", "comp", "cors", "delete", "encryption", "httpsConfig", "inventory", "inventoryId",
        "lifecycle", "link",
        "live", "logging", "metaQuery", "policy", "policyStatus", "publicAccessBlock", "qos", "qosInfo",
        "qosRequester", "redundancyTransition", "referer", "replication", "replicationLocation",
        "replicationProgress", "requestPayment", "requesterQosInfo", "resourceGroup", "resourcePool",
        "resourcePoolBuckets", "resourcePoolInfo", "responseHeader", "retention", "status", "style",
        "styleName",
        "symlink", "tagging", "transferAcceleration", "versioning", "vod", "website", "worm", "wormExtend",
        "wormId", "x-oss-async-process", "x-oss-bypass-governance-retention", "x-oss-delete", "x-oss-dir",
        "x-oss-process", "x-oss-rename",
        "x-oss-write-get-object-response",
    ]

    package init?(_ name: Span<UInt8>) {
        guard let index = RestrictedParameter.all.index(of: name) else { return nil }
        self.index = index
    }

    private static let all = NameSet(names)

    /// The known name that differs from this one in case only; OSS compares names with their case.
    static func name(differingInCaseFrom name: String) -> StaticString? {
        guard RestrictedParameter(name.utf8Span.span) == nil else { return nil }
        return names.first { "\($0)".lowercased() == name.lowercased() }
    }
}
