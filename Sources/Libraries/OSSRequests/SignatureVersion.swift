/// Which of the two algorithms of OSS makes the signature.
public enum SignatureVersion: String, CaseIterable, Sendable {
    /// HMAC-SHA1, for old buckets and clients.
    case v1
    /// HMAC-SHA256, bound to a day and a region.
    case v4
}
