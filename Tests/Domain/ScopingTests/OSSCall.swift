import Access

@testable import AccessSupport

/// A request for OSS: the actions that RAM checks, and the same work as the requests that rules know.
///
/// The actions follow the pages of each operation below https://www.alibabacloud.com/help/en/oss/developer-reference/.
struct OSSCall {
    /// One check of RAM.
    struct Need {
        let action: String
        let resource: String
        var prefix: String?
    }

    enum Kind: String, CaseIterable {
        case get, head, getVersion, getMeta, getSymlink, select, process, processPost, getACL, getTagging,
            listParts
        case put, putWithACL, putWithTags, putACL, putTagging, putSymlink, putPart, initiate, complete,
            append, form
        case copy, restore, delete, deleteVersion, abort, deleteTagging, deleteMany
        case rename, deleteFolder, createFolder
        case list, listAll, listVersions, listUploads, bucketInfo, location, stat
        case putBucket, deleteBucket, bucketACL, bucketPolicy, listBuckets
    }

    let kind: Kind
    var bucket = "data"
    var key = "a"
    /// The source of a copy or a move, the target of a symlink, the second key to delete, or the prefix of a listing.
    var other = "b"

    private var object: String { "acs:oss:*:*:\(bucket)/\(key)" }
    private var otherObject: String { "acs:oss:*:*:\(bucket)/\(other)" }
    private var whole: String { "acs:oss:*:*:\(bucket)" }

    private func on(_ action: String, _ resource: String) -> Need {
        Need(action: "oss:\(action)", resource: resource)
    }

    /// All of these must be allowed.
    var needs: [Need] {
        switch kind {
        case .get, .head, .getMeta, .getSymlink, .select, .process: [on("GetObject", object)]
        case .getVersion: [on("GetObjectVersion", object)]
        case .processPost: [on("PostProcessTask", object)]
        case .getACL: [on("GetObjectAcl", object)]
        case .getTagging: [on("GetObjectTagging", object)]
        case .listParts: [on("ListParts", object)]
        case .put, .putWithACL, .putSymlink, .putPart, .initiate, .complete, .append, .form, .createFolder:
            [on("PutObject", object)]
        case .putWithTags: [on("PutObject", object), on("PutObjectTagging", object)]
        case .putACL: [on("PutObjectAcl", object)]
        case .putTagging: [on("PutObjectTagging", object)]
        case .copy: [on("PutObject", object), on("GetObject", otherObject)]
        case .restore: [on("RestoreObject", object)]
        case .delete, .deleteFolder: [on("DeleteObject", object)]
        case .deleteVersion: [on("DeleteObjectVersion", object)]
        case .abort: [on("AbortMultipartUpload", object)]
        case .deleteTagging: [on("DeleteObjectTagging", object)]
        case .deleteMany: [on("DeleteObject", object), on("DeleteObject", otherObject)]
        case .rename: [on("PutObject", object), on("DeleteObject", otherObject)]
        case .list: [Need(action: "oss:ListObjects", resource: whole, prefix: other)]
        case .listAll: [on("ListObjects", whole)]
        case .listVersions: [Need(action: "oss:ListObjectVersions", resource: whole, prefix: other)]
        case .listUploads: [Need(action: "oss:ListMultipartUploads", resource: whole, prefix: other)]
        case .bucketInfo: [on("GetBucketInfo", whole)]
        case .location: [on("GetBucketLocation", whole)]
        case .stat: [on("GetBucketStat", whole)]
        case .putBucket: [on("PutBucket", whole)]
        case .deleteBucket: [on("DeleteBucket", whole)]
        case .bucketACL: [on("GetBucketAcl", whole)]
        case .bucketPolicy: [on("PutBucketPolicy", whole)]
        case .listBuckets: [on("ListBuckets", "acs:oss:*:*:*")]
        }
    }

    /// Ways to do the same with requests that rules judge; all requests of one way must be granted.
    ///
    /// The first way is the request itself. The others are the listed requests of another form with the same effect.
    var ways: [[Request]] {
        switch kind {
        case .get: [[asked("GET")]]
        case .head: [[asked("HEAD")], [asked("GET")]]
        case .getVersion: [[asked("GET", ["versionId"])]]
        case .getMeta: [[asked("HEAD", ["objectMeta"])], [asked("GET", ["objectMeta"])]]
        // It returns the name of the target, of which GET returns the content.
        case .getSymlink: [[asked("GET", ["symlink"])], [asked("GET")]]
        case .select: [[asked("POST", ["x-oss-process"])], [asked("GET")]]
        case .process: [[asked("GET", ["x-oss-process"])]]
        case .processPost: [[asked("POST", ["x-oss-process"])]]
        case .getACL: [[asked("GET", ["acl"])]]
        case .getTagging: [[asked("GET", ["tagging"])]]
        case .listParts: [[asked("GET", ["uploadId"])]]
        case .put: [[asked("PUT")]]
        case .putWithACL: [[asked("PUT", ["acl"])]]
        case .putWithTags: [[asked("PUT", ["tagging"])]]
        case .putACL: [[asked("PUT", ["acl"])]]
        case .putTagging: [[asked("PUT", ["tagging"])]]
        // RAM does not judge the target. So a token may make any link, but only with Parameter=symlink.
        case .putSymlink: [[asked("PUT", ["symlink"])]]
        case .putPart: [[asked("PUT", ["partNumber", "uploadId"])]]
        case .initiate: [[asked("POST", ["uploads"])], [asked("PUT")]]
        case .complete: [[asked("POST", ["uploadId"])], [asked("PUT")]]
        case .append: [[asked("POST", ["append", "position"])], [asked("PUT")]]
        case .form: [[asked("POST")], [asked("PUT")]]
        case .copy: [[asked("PUT"), asked("GET", key: other)]]
        case .restore: [[asked("POST", ["restore"])]]
        case .delete: [[asked("DELETE")]]
        case .deleteVersion: [[asked("DELETE", ["versionId"])]]
        case .abort: [[asked("DELETE", ["uploadId"])]]
        case .deleteTagging: [[asked("DELETE", ["tagging"])]]
        case .deleteMany:
            [[asked("POST", ["delete"], key: "")], [asked("DELETE"), asked("DELETE", key: other)]]
        case .rename: moves
        case .deleteFolder:
            [[folder("POST", ["x-oss-delete"])], [asked("DELETE"), all("DELETE", below: key)]]
        case .createFolder: [[asked("POST", ["x-oss-dir"])], [asked("PUT"), all("PUT", below: key)]]
        case .list: [[asked("GET", ["prefix"], key: "")], [all("GET", with: other)]]
        case .listAll: [[asked("GET", key: "")], [all("GET", with: "")]]
        case .listVersions: [[asked("GET", ["versions", "prefix"], key: "")]]
        case .listUploads: [[asked("GET", ["uploads", "prefix"], key: "")]]
        case .bucketInfo: [[asked("GET", ["bucketInfo"], key: "")]]
        case .location: [[asked("GET", ["location"], key: "")]]
        case .stat: [[asked("GET", ["stat"], key: "")]]
        case .putBucket: [[asked("PUT", key: "")]]
        case .deleteBucket: [[asked("DELETE", key: "")]]
        case .bucketACL: [[asked("GET", ["acl"], key: "")]]
        case .bucketPolicy: [[asked("PUT", ["policy"], key: "")]]
        case .listBuckets: [[Request(method: "GET", bucket: "", key: "")]]
        }
    }

    /// A move with all that is below a folder: each half is granted as a move, or by the requests that do the same.
    private var moves: [[Request]] {
        let read = [asked("GET", key: other), all("GET", below: other)]
        let deleted = [asked("DELETE", key: other), all("DELETE", below: other)]
        let taken: [[Request]] = [[folder("GET", key: other), folder("DELETE", key: other)], read + deleted]
        let placed: [[Request]] = [
            [folder("POST", ["x-oss-rename"])], [asked("PUT"), all("PUT", below: key)],
        ]
        return taken.flatMap { half in placed.map { half + $0 } }
    }

    /// A request about a key that may be a folder, which the daemon judges with all keys that begin so.
    private func folder(_ method: String, _ parameters: [String] = [], key: String? = nil) -> Request {
        var request = asked(method, parameters, key: key)
        request.keyIsPrefix = true
        return request
    }

    private func asked(_ method: String, _ parameters: [String] = [], key: String? = nil) -> Request {
        Request(method: method, bucket: bucket, key: key ?? self.key, parameters: parameters)
    }

    private func all(_ method: String, below folder: String) -> Request { all(method, with: folder + "/") }

    private func all(_ method: String, with prefix: String) -> Request {
        Request(method: method, bucket: bucket, key: prefix, keyIsPrefix: true)
    }
}
