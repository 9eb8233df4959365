internal import CommandLine

/// How the words of `presign` name objects.
package struct LocationForm: Equatable, Sendable {
    /// `nil`: the words are OSS-URLs; else they are keys in this bucket.
    let bucket: String?
    /// A word without a key is accepted.
    let allowsListing: Bool

    package init(bucket: String? = nil, allowsListing: Bool = false) {
        self.bucket = bucket
        self.allowsListing = allowsListing
    }

    func location(_ word: String) throws(UsageError) -> ObjectLocation {
        if let bucket { return try LocationForm.location(ofKey: word, in: bucket) }
        guard ObjectLocation.isURL(word) else {
            throw UsageError(
                "'\(word)' is not an OSS-URL; write it as oss://BUCKET/KEY, or name the bucket of a key with --bucket"
            )
        }
        let location = try ObjectLocation(word)
        // An unset variable must not turn the link to an object into one to the index of a bucket.
        guard location.key != nil || allowsListing else {
            throw UsageError(
                "'\(word)' has no key, so the URL would list \(location.bucket == nil ? "all buckets" : "the bucket"); "
                    + "add --list if it is to do that")
        }
        return location
    }

    private static func location(
        ofKey key: String, in bucket: String
    ) throws(UsageError) -> ObjectLocation {
        guard !ObjectLocation.isURL(key) else {
            throw UsageError("'\(key)' names its bucket itself; leave out --bucket")
        }
        guard !key.isEmpty, !bucket.isEmpty else {
            throw UsageError("\(key.isEmpty ? "a key" : "--bucket") is empty")
        }
        return ObjectLocation(bucket: bucket, key: key)
    }
}
