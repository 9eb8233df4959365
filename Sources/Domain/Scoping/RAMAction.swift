package import Signing

/// An action of RAM for OSS that a scoped token may have, and what a rule must grant before it gets it.
///
/// RAM judges by actions, a rule by methods and parameters. An action is granted only if the rule grants all that the action
/// covers. The names follow <https://www.alibabacloud.com/help/en/oss/user-guide/authorization-syntax-and-elements>; `page`
/// is the page below <https://www.alibabacloud.com/help/en/oss/> that says which requests need the action.
package struct RAMAction: Sendable {
    /// The resource that the action applies to.
    package enum Level: Sendable {
        case object
        /// The bucket, with a condition on the prefix.
        case listing
        /// The bucket as a whole, so a rule with `Key=` cannot grant it.
        case bucket
        case service
    }

    package let name: StaticString
    package let level: Level
    package let method: Method
    /// The sub-resource that the action is for; a rule without it does not mean the action.
    var parameter: StaticString?
    /// Parameters that the action also allows, so that a rule must grant them.
    var covered: [StaticString] = []
    /// The further effect of the action if the key is a folder of a hierarchical namespace.
    var folders: FolderUse?
    package let page: StaticString

    /// The actions, grouped by level.
    ///
    /// Not here, so no scoped token has them: `oss:PostProcessTask` and `oss:ProcessImm`, which write to keys that the body
    /// names; `oss:BypassGovernanceRetention`; and the settings of buckets.
    package static let all = objects + buckets

    private static let objects = [
        // Also for HEAD, `?objectMeta`, `?symlink`, SelectObject, and the source of a copy.
        object("GetObject", .get, covering: ["x-oss-process"], page: "developer-reference/getobject"),
        object("GetObjectVersion", .get, covering: ["x-oss-process"], page: "developer-reference/getobject"),
        // Also for AppendObject, PostObject, all of a multipart upload but its end without an object, and the target of a
        // copy. A symlink and the header with the access list need no other action.
        object(
            "PutObject", .put, covering: ["symlink", "acl"], folders: .made,
            page: "developer-reference/putsymlink"),
        // Also for each key of DeleteMultipleObjects, and the source of a move.
        object("DeleteObject", .delete, folders: .removed, page: "developer-reference/rename"),
        object("DeleteObjectVersion", .delete, page: "developer-reference/deleteobject"),
        object("AbortMultipartUpload", .delete, page: "developer-reference/abort-multipart-upload"),
        object("ListParts", .get, page: "developer-reference/listparts"),
        object("RestoreObject", .post, page: "developer-reference/restoreobject"),
        object("GetObjectAcl", .get, for: "acl", page: "developer-reference/getobjectacl"),
        object("PutObjectAcl", .put, for: "acl", page: "developer-reference/putobjectacl"),
        object("GetObjectTagging", .get, for: "tagging", page: "developer-reference/getobjecttagging"),
        object("PutObjectTagging", .put, for: "tagging", page: "developer-reference/putobjecttagging"),
        object(
            "DeleteObjectTagging", .delete, for: "tagging", page: "developer-reference/deleteobjecttagging"),
    ]

    private static let buckets = [
        RAMAction(
            name: "ListObjects", level: .listing, method: .get, page: "developer-reference/listobjectsv2"),
        bucket("ListObjectVersions", page: "developer-reference/listobjectversions"),
        bucket("ListMultipartUploads", page: "developer-reference/listmultipartuploads"),
        bucket("GetBucketInfo", page: "developer-reference/getbucketinfo"),
        bucket("GetBucketLocation", page: "developer-reference/getbucketlocation"),
        bucket("GetBucketStat", page: "developer-reference/getbucketstat"),
        RAMAction(
            name: "ListBuckets", level: .service, method: .get, page: "developer-reference/listbuckets"),
    ]

    private static func object(
        _ name: StaticString, _ method: Method, for parameter: StaticString? = nil,
        covering covered: [StaticString] = [], folders: FolderUse? = nil, page: StaticString
    ) -> RAMAction {
        RAMAction(
            name: name, level: .object, method: method, parameter: parameter, covered: covered,
            folders: folders, page: page)
    }

    private static func bucket(_ name: StaticString, page: StaticString) -> RAMAction {
        RAMAction(name: name, level: .bucket, method: .get, page: page)
    }
}

/// The effect of an action on a folder of a hierarchical namespace.
enum FolderUse {
    /// It makes the folder, and is half of a move to it.
    case made
    /// It deletes the folder with all that is in it, and is the other half of a move, which reads too.
    case removed
}
