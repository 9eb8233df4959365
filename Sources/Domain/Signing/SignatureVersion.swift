/// A signature algorithm that OSS accepts.
package enum SignatureVersion: UInt8, CaseIterable, Sendable {
    case v1
    case v4
    /// AWS Signature Version 4, for the S3 endpoint.
    case s3

    package var name: StaticString {
        switch self {
        case .v1: "v1"
        case .v4: "v4"
        case .s3: "s3"
        }
    }
}

/// The two algorithms that have the steps of V4 and differ in their words.
enum SigningFamily: Sendable {
    /// V4 of OSS.
    case oss
    /// AWS Signature Version 4, which the S3 endpoint of OSS accepts.
    case s3

    var algorithm: StaticString {
        switch self {
        case .oss: "OSS4-HMAC-SHA256"
        case .s3: "AWS4-HMAC-SHA256"
        }
    }

    /// The text before the secret in the first key of the derivation.
    var secretPrefix: StaticString {
        switch self {
        case .oss: "aliyun_v4"
        case .s3: "AWS4"
        }
    }

    /// The last part of a scope.
    var termination: StaticString {
        switch self {
        case .oss: "aliyun_v4_request"
        case .s3: "aws4_request"
        }
    }

    /// The version whose signed headers are those of this family.
    var version: SignatureVersion {
        switch self {
        case .oss: .v4
        case .s3: .s3
        }
    }
}
