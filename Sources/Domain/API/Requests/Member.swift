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
        switch name.count {
        case 3 where name.equals("key"): self = .key
        case 4 where name.equals("keys"): self = .keys
        case 4 where name.equals("time"): self = .time
        case 4 where name.equals("date"): self = .date
        case 6 where name.equals("method"): self = .method
        case 6 where name.equals("bucket"): self = .bucket
        case 6 where name.equals("region"): self = .region
        case 6 where name.equals("policy"): self = .policy
        case 7 where name.equals("profile"): self = .profile
        case 7 where name.equals("version"): self = .version
        case 7 where name.equals("headers"): self = .headers
        case 7 where name.equals("explain"): self = .explain
        case 7 where name.equals("expires"): self = .expires
        case 7 where name.equals("product"): self = .product
        case 8 where name.equals("endpoint"): self = .endpoint
        case 8 where name.equals("minValid"): self = .minValid
        case 10 where name.equals("addressing"): self = .addressing
        case 10 where name.equals("cloudBoxID"): self = .cloudBoxID
        case 10 where name.equals("parameters"): self = .parameters
        case 10 where name.equals("contentMD5"): self = .contentMD5
        case 10 where name.equals("conditions"): self = .conditions
        case 11 where name.equals("contentType"): self = .contentType
        case 12 where name.equals("stringToSign"): self = .stringToSign
        case 16 where name.equals("canonicalRequest"): self = .canonicalRequest
        case 17 where name.equals("additionalHeaders"): self = .additionalHeaders
        default: return nil
        }
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
