/// A request to OSS that is to be signed: what it does, where, and what it carries.
///
/// All texts are raw: the library percent-encodes them where it must, and decodes nothing.
public struct OSSRequest: Equatable, Sendable {
    /// The verb.
    public var method: Method
    /// Without a bucket the request is one to the service.
    public var bucket: String?
    /// Without a key the request is one to the bucket.
    public var key: String?
    /// `https://oss-cn-hangzhou.aliyuncs.com`, with or without scheme and port.
    ///
    /// Without one, the daemon uses the endpoint of its profile.
    public var endpoint: String?
    /// `cn-hangzhou`; V4 and S3 need it where the endpoint does not contain it.
    public var region: String?
    /// How the URL carries the bucket; `nil`: as the endpoint demands.
    public var addressing: Addressing?
    /// Takes the place of the region for a cloud box.
    public var cloudBoxID: String?
    /// In any order; the same name may come several times.
    public var parameters: [Parameter] = []
    /// The algorithm signs `content-type`, `content-md5` and every `x-oss-` header; that of S3 also every `x-amz-` header.
    public var headers: [Header] = []
    /// Names of further `headers` to sign; V4 and S3 only.
    public var additionalHeaders: [String] = []

    /// A request to the service, to a bucket, or to an object.
    public init(_ method: Method = .get, bucket: String? = nil, key: String? = nil) {
        self.method = method
        self.bucket = bucket
        self.key = key
    }

    /// The verb of a request to OSS.
    public enum Method: String, CaseIterable, Sendable {
        case get = "GET"
        case put = "PUT"
        case post = "POST"
        case head = "HEAD"
        case delete = "DELETE"
        case options = "OPTIONS"
    }

    /// The place of the bucket in a URL.
    public enum Addressing: String, CaseIterable, Sendable {
        /// `https://bucket.host/key`
        case virtualHost = "virtual"
        /// `https://host/bucket/key`, for addresses and test servers.
        case path
        /// `https://custom.domain/key`, for a domain that is bound to the bucket.
        case cname
    }

    /// A query parameter.
    public struct Parameter: Equatable, Sendable {
        /// The name.
        public var name: String
        /// `nil`: the name stands alone, without `=`.
        public var value: String?

        /// A parameter with a value, or without.
        public init(_ name: String, _ value: String? = nil) {
            self.name = name
            self.value = value
        }
    }

    /// A header of the request.
    public struct Header: Equatable, Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// A header with its value, which must not be empty.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}

/// The algorithm that makes the signature.
public enum SignatureVersion: String, CaseIterable, Sendable {
    /// HMAC-SHA1, for old buckets and clients.
    case v1
    /// HMAC-SHA256, bound to a day and a region.
    case v4
    /// AWS Signature Version 4, for the S3 endpoint of OSS. It signs requests and URLs, no forms.
    case s3
}
