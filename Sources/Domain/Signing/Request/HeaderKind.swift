internal import Bytes
internal import Text

/// The role of a header for the signature and the rules, by its name in lower case.
package enum HeaderKind: Sendable {
    case host, contentType, contentMD5
    case date, payloadHash, copySource, symlinkTarget, renameSource
    case accessList, tagging
    /// It locks the object, in the words of OSS or of S3.
    case retention
    /// Any other header that begins with `x-oss-`.
    case otherOfOSS
    /// A header that begins with `x-amz-`, which only S3 signs; `OSSRequest.counterpart` names the header that it stands for.
    case ofAmazon
    case other

    /// Compares only names of the same length, because every request does this for each of its headers.
    init(_ name: Span<UInt8>) {
        let known: HeaderKind? =
            switch name.count {
            case 4: name.equals("host") ? .host : nil
            case 9: name.equals("x-oss-acl") ? .accessList : nil
            case 10: name.equals("x-oss-date") ? .date : nil
            case 11: name.equals("content-md5") ? .contentMD5 : nil
            case 12: name.equals("content-type") ? .contentType : nil
            case 13: name.equals("x-oss-tagging") ? .tagging : nil
            case 16: name.equals("x-oss-object-acl") ? .accessList : nil
            case 17: name.equals("x-oss-copy-source") ? .copySource : nil
            case 19: name.equals("x-oss-rename-source") ? .renameSource : nil
            case 20:
                name.equals("x-oss-content-sha256")
                    ? .payloadHash : name.equals("x-oss-symlink-target") ? .symlinkTarget : nil
            default: nil
            }
        self = known ?? HeaderKind(prefixOf: name)
    }

    private init(prefixOf name: Span<UInt8>) {
        guard name.hasPrefix("x-oss-") else {
            self = name.hasPrefix("x-amz-") ? .ofAmazon : .other
            return
        }
        let isLock = name.hasPrefix("x-oss-object-worm-") || name.hasPrefix("x-oss-object-lock-")
        self = isLock ? .retention : .otherOfOSS
    }

    /// Whether its name begins with `x-oss-`.
    var isOfOSS: Bool {
        switch self {
        case .host, .contentType, .contentMD5, .ofAmazon, .other: false
        case .date, .payloadHash, .copySource, .symlinkTarget, .renameSource, .accessList, .tagging,
            .retention, .otherOfOSS:
            true
        }
    }

    /// Whether OSS requires it to be signed.
    var isSignedByDefault: Bool {
        switch self {
        case .contentType, .contentMD5: true
        default: isOfOSS
        }
    }

    /// Whether S3 requires it to be signed, beside those of OSS.
    var isSignedByS3: Bool {
        switch self {
        case .host, .ofAmazon: true
        default: false
        }
    }
}

extension Span<UInt8> {
    /// Whether only the signer may set this header; ignores case.
    package var isSignatureHeader: Bool {
        equalsIgnoringCase("authorization") || equalsIgnoringCase("x-oss-date") || equalsIgnoringCase("date")
            || equalsIgnoringCase("x-oss-security-token")
    }

    /// Whether this parameter belongs to a signature of whatever version, or is a header of S3.
    package var isSignatureParameter: Bool {
        guard count >= 7 else { return false }
        // S3 takes any parameter with this prefix for the header of that name.
        if hasPrefixIgnoringCase("x-amz-") { return true }
        if hasPrefix("x-oss-") {
            return equals("x-oss-signature") || equals("x-oss-signature-version")
                || equals("x-oss-credential")
                || equals("x-oss-date") || equals("x-oss-expires") || equals("x-oss-security-token")
                || equals("x-oss-additional-headers") || equals("x-oss-access-key-id")
        }
        return equals("OSSAccessKeyId") || equals("Expires") || equals("Signature")
            || equals("security-token") || equals("AWSAccessKeyId")
    }
}
