internal import Bytes

/// The members that bodies of signing requests may have.
enum Member: UInt8, CaseIterable {
    case profile, version, method, bucket, key, keys, endpoint, region, addressing, cloudBoxID, parameters,
        headers
    case contentType, contentMD5, additionalHeaders, time, minValid, explain, expires, conditions, policy
    case stringToSign, canonicalRequest, date, product

    static var count: Int { Int(Member.product.rawValue) + 1 }
}

extension Member {
    /// As it is written in a body.
    var name: String { "\(self)" }

    /// Looked up by length first, because it stands on the path of every request.
    init?(_ name: Span<UInt8>) {
        let found: Member? =
            switch name.count {
            case 3:
                name.equals("key") ? .key : nil
            case 4:
                name.equals("keys")
                    ? .keys
                    : name.equals("time")
                        ? .time
                        : name.equals("date") ? .date : nil
            case 6:
                name.equals("method")
                    ? .method
                    : name.equals("bucket")
                        ? .bucket
                        : name.equals("region")
                            ? .region
                            : name.equals("policy") ? .policy : nil
            case 7:
                name.equals("profile")
                    ? .profile
                    : name.equals("version")
                        ? .version
                        : name.equals("headers")
                            ? .headers
                            : name.equals("explain")
                                ? .explain
                                : name.equals("expires")
                                    ? .expires
                                    : name.equals("product") ? .product : nil
            case 8:
                name.equals("endpoint")
                    ? .endpoint
                    : name.equals("minValid") ? .minValid : nil
            case 10:
                name.equals("addressing")
                    ? .addressing
                    : name.equals("cloudBoxID")
                        ? .cloudBoxID
                        : name.equals("parameters")
                            ? .parameters
                            : name.equals("contentMD5")
                                ? .contentMD5
                                : name.equals("conditions") ? .conditions : nil
            case 11:
                name.equals("contentType") ? .contentType : nil
            case 12:
                name.equals("stringToSign") ? .stringToSign : nil
            case 16:
                name.equals("canonicalRequest") ? .canonicalRequest : nil
            case 17:
                name.equals("additionalHeaders") ? .additionalHeaders : nil
            default: nil
            }
        guard let found else { return nil }
        self = found
    }
}

/// Which members were there, or may be.
struct Members: OptionSet {
    let rawValue: UInt32

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    init(_ member: Member) {
        rawValue = 1 << UInt32(member.rawValue)
    }
}
