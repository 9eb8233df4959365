/// Why a request is not signed; no case contains bytes of the caller.
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
    /// A host of OSS whose domain is missing.
    case endpointWithoutDomain
    case bucketInEndpoint
    case regionOfEndpoint
    case addressingOfAddress
    case region
    case regionMissing
    case cloudBoxID
    /// A form has no version.
    case expires(maximum: Int, SignatureVersion?)
    case contentMD5
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
    /// The number of a condition.
    case condition(Int)
    case conditionsBucket
    case conditionsTooLarge
    case stringToSign
    case canonicalRequest
    case credentialScope
    case cloudBoxInS3
    case payloadHashInS3
    case headerBlanksInS3
    case hostInS3
    /// The secret is that of a remote signer.
    case remoteInS3

    /// Whether the request could be signed with another key.
    package var isOfKey: Bool {
        switch self {
        case .keyEmpty, .keyTooLong, .keyNotUTF8, .keyBegins, .keyAmbiguousInV1: true
        default: false
        }
    }
}

extension SigningError: CustomStringConvertible {
    package var description: String { "\(member.map { "\($0)" } ?? "parameters and headers"): \(reason)" }

    /// The member of the body that is wrong or missing; `nil`: several together.
    package var member: StaticString? {
        switch self {
        case .bucketName, .bucketMissing: "bucket"
        case .keyEmpty, .keyTooLong, .keyNotUTF8, .keyBegins, .keyAmbiguousInV1: "key"
        case .endpointMissing, .endpoint, .endpointWithoutDomain, .bucketInEndpoint: "endpoint"
        case .addressingOfAddress: "addressing"
        case .region, .regionMissing, .regionOfEndpoint: "region"
        case .cloudBoxID, .cloudBoxInS3: "cloudBoxID"
        case .expires: "expires"
        case .contentMD5: "contentMD5"
        case .headerName, .headerValue, .headerEmpty, .headerUntrimmed, .headerTwice, .headerReserved,
            .tooManyHeaders, .payloadHashInS3, .headerBlanksInS3, .hostInS3:
            "headers"
        case .additionalHeaderMissing, .additionalHeaderName: "additionalHeaders"
        case .parameterName, .parameterEmpty, .parameterNotUTF8, .parameterReserved, .parameterTwice,
            .parameterAmbiguousInV1, .tooManyParameters:
            "parameters"
        case .tooLong: nil
        case .policy, .policyExpiration, .policyBucket, .policyTooLarge: "policy"
        case .condition, .conditionsBucket, .conditionsTooLarge: "conditions"
        case .stringToSign: "stringToSign"
        case .canonicalRequest, .credentialScope: "canonicalRequest"
        case .remoteInS3: "version"
        }
    }

    /// Whether the request contains that member.
    package var isOfPresentMember: Bool {
        switch self {
        case .bucketMissing, .endpointMissing, .regionMissing: false
        default: true
        }
    }

    /// A phrase for people that follows the name of the member.
    package var reason: String {
        switch self {
        case .bucketName:
            "must be 3 to 63 characters of a-z, 0-9 and '-', beginning and ending with a letter or digit"
        case .bucketMissing: "needed here, in the request or in the profile"
        case .keyEmpty: "must not be empty; leave it out for a request on the bucket"
        case .keyTooLong: "at most 1023 bytes"
        case .keyNotUTF8: "must be UTF-8"
        case .keyBegins: "must not begin with '/' or '\\'"
        case .keyAmbiguousInV1:
            "'?', line ends and NUL cannot be told from parameters in a V1 signature; use version v4"
        case .endpointMissing: "needed, in the request or in the profile"
        case .endpoint: "write it as https://oss-cn-hangzhou.aliyuncs.com, without path or user"
        case .endpointWithoutDomain: "a host of OSS has a domain; write it as oss-cn-hangzhou.aliyuncs.com"
        case .bucketInEndpoint:
            "must not begin with the name of a bucket, which is put in front of it: name it in bucket, "
                + "or use addressing cname for a bucket's own domain"
        case .addressingOfAddress: "an IP address can only be addressed by path"
        case .region:
            "must be the plain id, of a-z, 0-9 and '-', such as cn-hangzhou; without 'oss-' before it"
        case .regionMissing:
            "needed, since it does not follow from this endpoint; name it in the request or in the profile"
        case .regionOfEndpoint: "is not the region of the endpoint; name only one of the two"
        case .cloudBoxID: "must be 1 to 64 characters of a-z, 0-9 and '-'"
        case .expires(let maximum, let version):
            "must be 1 to \(maximum) seconds\(maximum % 86_400 == 0 ? " (\(maximum / 86_400) days)" : "")"
                + (version.map { " with \($0.name)" } ?? "")
        case .contentMD5: "must be the base64 of the 16 bytes of an MD5 hash"
        case .headerName: "the name has a character that no header may have"
        case .headerValue: "the value has a control character or is not UTF-8"
        case .headerEmpty: "the value is empty; clients disagree on what that signs, leave the header out"
        case .headerUntrimmed: "the value begins or ends with a blank; clients disagree on what that signs"
        case .headerTwice: "the same name appears twice"
        case .headerReserved:
            "authorization, date, and the date and token of x-oss- and x-amz- are set by the daemon"
        case .tooManyHeaders: "at most \(OSSRequest.maximumHeaders)"
        case .additionalHeaderMissing: "the name is not among the headers"
        case .additionalHeaderName: "OSS takes no name with '_'"
        case .parameterEmpty: "an array is empty; a name without a value is written with null"
        case .parameterName: "a name is empty"
        case .parameterNotUTF8: "the name or a value is not UTF-8"
        case .parameterReserved:
            "those of a signature are set by the daemon, and x-amz-… is written as a header"
        case .parameterTwice: "the same name appears twice; write an array of values"
        case .parameterAmbiguousInV1:
            "'?' and '&' in a value and unusual names are ambiguous in a V1 signature; use version v4"
        case .tooManyParameters: "at most \(OSSRequest.maximumParameters)"
        case .tooLong: "at most \(OSSRequest.maximumBytes) bytes together, percent-encoded"
        case .policy: "must be an object with expiration and conditions, as the PostObject documents say"
        case .policyExpiration: "the expiration must lie in the future, and at most 7 days ahead"
        case .policyBucket: "a condition fixes another bucket than that of the request"
        case .policyTooLarge, .conditionsTooLarge: "at most 64 KiB"
        case .condition(let index):
            "number \(index) must be {\"name\": \"value\"}, [\"eq\" or \"starts-with\", \"$name\", \"value\"], "
                + "[\"in\" or \"not-in\", \"$name\", [values]] or [\"content-length-range\", least, most], "
                + "and must not contradict one before it"
        case .conditionsBucket: "one fixes another bucket than that of the request"
        case .stringToSign:
            "not a V1 string to sign, which has the lines METHOD, Content-MD5, Content-Type, date or end, "
                + "one for each header x-oss-…, and /BUCKET/KEY"
        case .canonicalRequest: "not the canonical request of a V4 request to OSS"
        case .credentialScope:
            "x-oss-credential is KEY-ID/DAY/REGION/oss/aliyun_v4_request, with the day of x-oss-date and this region"
        case .cloudBoxInS3: "no S3 endpoint of a cloud box is known; use version v4"
        case .payloadHashInS3:
            "x-amz-content-sha256 is UNSIGNED-PAYLOAD or 64 digits of a-f and 0-9; no chunks are signed"
        case .headerBlanksInS3: "the value has two blanks in a row or a tab, which S3 signs as one blank"
        case .hostInS3: "with s3 no caller sets host, because it says which bucket is meant"
        case .remoteInS3: "this profile has a remote signer, which signs v4 and v1 only"
        }
    }
}
