internal import Bytes

/// A sub-resource of OSS that is refused without a rule of its own, and that a refusal may therefore name.
package struct ConfiguringParameter: Equatable, Sendable {
    private let index: Int

    package var name: StaticString { ConfiguringParameter.names[index] }

    /// All that OSS is known to have and that is not harmless, or not always (the union of its SDKs' lists).
    package static let names: [StaticString] = [
        "accessPoint", "accessPointPolicy", "acl", "asyncFetch", "bucketArchiveDirectRead", "cloudboxes",
        "cname", "comp", "cors", "delete", "encryption", "httpsConfig", "inventory", "inventoryId",
        "lifecycle", "link",
        "live", "logging", "metaQuery", "policy", "policyStatus", "publicAccessBlock", "qos", "qosInfo",
        "qosRequester", "redundancyTransition", "referer", "replication", "replicationLocation",
        "replicationProgress", "requestPayment", "requesterQosInfo", "resourceGroup", "resourcePool",
        "resourcePoolBuckets", "resourcePoolInfo", "responseHeader", "status", "style", "styleName",
        "symlink", "tagging", "transferAcceleration", "versioning", "vod", "website", "worm", "wormExtend",
        "wormId", "x-oss-async-process", "x-oss-delete", "x-oss-dir", "x-oss-process", "x-oss-rename",
        "x-oss-write-get-object-response",
    ]

    package init?(_ name: Span<UInt8>) {
        for (index, known) in ConfiguringParameter.names.enumerated() where name.equals(known) {
            self.index = index
            return
        }
        return nil
    }

    /// The known name that this one differs from in case only; OSS tells upper from lower case.
    static func name(differingInCaseFrom name: String) -> StaticString? {
        guard ConfiguringParameter(name.utf8Span.span) == nil else { return nil }
        return names.first { "\($0)".lowercased() == name.lowercased() }
    }
}
