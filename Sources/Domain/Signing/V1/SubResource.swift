internal import Bytes

// The server's list is fixed and unpublished, and every SDK ships its own. This is the union of the lists that agree
// with the published vectors; names that begin with `x-oss-` are signed by prefix, as the newest SDKs do. Prefer V4,
// which signs every parameter.
extension Span<UInt8> {
    /// Whether V1 signs this query parameter.
    package var isSubResource: Bool {
        hasPrefix("x-oss-") || subResources.contains(self)
    }
}

private let subResources = NameSet([
    "accessPoint", "accessPointPolicy", "acl", "append", "asyncFetch", "bucketArchiveDirectRead",
    "bucketInfo",
    "callback", "callback-var", "cleanRestoredObject", "cloudboxes", "cname", "comp", "continuation-token",
    "cors",
    "delete", "encryption", "endTime", "group", "httpsConfig", "inventory", "inventoryId", "lifecycle",
    "link", "live",
    "location", "logging", "metaQuery", "objectInfo", "objectMeta", "partNumber", "policy", "position",
    "publicAccessBlock", "qos", "qosInfo", "qosRequester", "redundancyTransition", "referer", "regionList",
    "replication", "replicationLocation", "replicationProgress", "requestPayment", "requesterQosInfo",
    "resourceGroup",
    "resourcePool", "resourcePoolBuckets", "resourcePoolInfo", "response-cache-control",
    "response-content-disposition", "response-content-encoding", "response-content-language",
    "response-content-type",
    "response-expires", "restore", "security-token", "sequential", "startTime", "stat", "status", "style",
    "styleName",
    "symlink", "tagging", "transferAcceleration", "uploadId", "uploads", "versionId", "versioning",
    "versions", "vod",
    "website", "worm", "wormExtend", "wormId",
])
