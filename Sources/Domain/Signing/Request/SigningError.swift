/// Why something is no OSS request that we would put a signature under.
///
/// No case carries a byte of the caller's.
package enum SigningError: Error, Equatable {
    case bucketName
    case bucketMissing
    case keyEmpty
    case keyTooLong
    case keyNotUTF8
    case keyBegins
    case keyAmbiguousInV1
    case endpointMissing
    case endpoint
    case addressingOfAddress
    case region
    case regionMissing
    case cloudBoxID
    case expires(maximum: Int)
    case headerName
    case headerValue
    case headerEmpty
    case headerUntrimmed
    case headerTwice
    case headerReserved
    case tooManyHeaders
    case additionalHeaderMissing
    case additionalHeaderName
    case parameterName
    case parameterEmpty
    case parameterNotUTF8
    case parameterReserved
    case parameterTwice
    case parameterAmbiguousInV1
    case tooManyParameters
    case tooLong
    case policy
    case policyExpiration
    case policyBucket
    case policyTooLarge
    case conditions
    case conditionsBucket
    case conditionsTooLarge
    case stringToSign
    case canonicalRequest
    case credentialScope
}

extension SigningError {
    /// Whether the same request with another key would do.
    package var isOfKey: Bool {
        switch self {
        case .keyEmpty, .keyTooLong, .keyNotUTF8, .keyBegins, .keyAmbiguousInV1: true
        default: false
        }
    }
}

extension SigningError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .bucketName: "bucket: 3 to 63 characters of a-z, 0-9 and '-', not at the ends"
        case .bucketMissing: "bucket: needed here, in the request or in the profile"
        case .keyEmpty: "key: must not be empty; leave it out for a request on the bucket"
        case .keyTooLong: "key: at most 1023 bytes"
        case .keyNotUTF8: "key: must be UTF-8"
        case .keyBegins: "key: must not begin with '/' or '\\'"
        case .keyAmbiguousInV1:
            "key: '?' and control characters cannot be told from parameters in a V1 signature; use version v4"
        case .endpointMissing: "endpoint: needed, in the request or in the profile"
        case .endpoint: "endpoint: write it as https://oss-cn-hangzhou.aliyuncs.com, without path or user"
        case .addressingOfAddress: "addressing: an IP address can only be addressed by path"
        case .region: "region: plain id of a-z, 0-9 and '-', such as cn-hangzhou; without 'oss-' before it"
        case .regionMissing:
            "region: V4 needs it and it does not follow from this endpoint; name it in the request or in the profile"
        case .cloudBoxID: "cloudBoxID: 1 to 64 characters of a-z, 0-9 and '-'"
        case .expires(let maximum): "expires: 1 to \(maximum) seconds"
        case .headerName: "headers: a name has a character that no header may have"
        case .headerValue: "headers: a value has a control character or is not UTF-8"
        case .headerEmpty:
            "headers: a value is empty; clients disagree on what that signs, leave the header out"
        case .headerUntrimmed:
            "headers: a value begins or ends with a blank; clients disagree on what that signs"
        case .headerTwice: "headers: the same name appears twice"
        case .headerReserved:
            "headers: authorization, date, x-oss-date and x-oss-security-token are set by the daemon"
        case .tooManyHeaders: "headers: at most \(OSSRequest.maximumHeaders)"
        case .additionalHeaderMissing: "additionalHeaders: a name is not among the headers"
        case .additionalHeaderName: "additionalHeaders: OSS takes no name with '_'"
        case .parameterEmpty: "parameters: an array is empty; a name without a value is written with null"
        case .parameterName: "parameters: a name is empty"
        case .parameterNotUTF8: "parameters: a name or a value is not UTF-8"
        case .parameterReserved: "parameters: those of a signature are set by the daemon"
        case .parameterTwice: "parameters: the same name appears twice; write an array of values"
        case .parameterAmbiguousInV1:
            "parameters: '&' in a value and unusual names are ambiguous in a V1 signature; use version v4"
        case .tooManyParameters: "parameters: at most \(OSSRequest.maximumParameters)"
        case .tooLong:
            "parameters and headers: at most \(OSSRequest.maximumBytes) bytes together, percent-encoded"
        case .policy:
            "policy: must be an object with expiration and conditions, as the PostObject documents say"
        case .policyExpiration: "policy: the expiration must lie in the future, and at most 7 days ahead"
        case .policyBucket: "policy: a condition must fix the bucket, to the bucket of the request"
        case .policyTooLarge: "policy: at most 64 KiB"
        case .conditions: "conditions: each must be one of those that the PostObject documents know"
        case .conditionsBucket: "conditions: one fixes another bucket than that of the request"
        case .conditionsTooLarge: "conditions: at most 64 KiB"
        case .stringToSign: "stringToSign: not the string of a V1 request to OSS"
        case .canonicalRequest: "canonicalRequest: not the canonical request of a V4 request to OSS"
        case .credentialScope:
            "canonicalRequest: x-oss-credential is KEY-ID/DAY/REGION/oss/aliyun_v4_request, with the day of x-oss-date and this region"
        }
    }
}
