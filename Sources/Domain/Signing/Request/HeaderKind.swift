internal import Bytes

/// What a header is to the signature and to the rules, by its name in lower case.
package enum HeaderKind: Sendable {
    case host, contentType, contentMD5
    case date, payloadHash, copySource, symlinkTarget, renameSource
    case accessList, tagging
    /// Another one of `x-oss-`.
    case otherOfOSS
    case other

    /// Compared only with those of the same length, because it stands on the path of every request.
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
        self = known ?? (name.hasPrefix("x-oss-") ? .otherOfOSS : .other)
    }

    /// Whether its name begins with `x-oss-`.
    var isOfOSS: Bool {
        switch self {
        case .host, .contentType, .contentMD5, .other: false
        case .date, .payloadHash, .copySource, .symlinkTarget, .renameSource, .accessList, .tagging,
            .otherOfOSS:
            true
        }
    }

    /// Whether the algorithm signs it unasked.
    var isSignedByDefault: Bool {
        switch self {
        case .contentType, .contentMD5: true
        default: isOfOSS
        }
    }
}
