internal import Bytes
internal import Text

/// The members of the bodies of signing requests.
enum Member: UInt8, CaseIterable {
    case profile, version, method, bucket, key, keys, endpoint, region, addressing, cloudBoxID, parameters,
        headers
    case contentType, contentMD5, additionalHeaders, time, minValid, explain, expires, conditions, policy
    case stringToSign, canonicalRequest, date, product

    static var count: Int { Int(Member.product.rawValue) + 1 }

    /// Its place in a set of members.
    var bit: UInt32 { 1 << UInt32(rawValue) }

    /// The name in a body.
    var name: String { "\(self)" }

    /// Compares the length first, because every request needs this lookup.
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

    fileprivate var isOfRequest: Bool {
        switch self {
        case .profile, .version, .method, .bucket, .key, .endpoint, .region, .addressing, .cloudBoxID,
            .parameters, .headers, .contentType, .contentMD5, .additionalHeaders, .time, .minValid, .explain:
            true
        default: false
        }
    }

    fileprivate var isOfURL: Bool {
        switch self {
        case .expires, .keys: true
        default: false
        }
    }

    fileprivate var isOfForm: Bool {
        switch self {
        case .profile, .version, .bucket, .endpoint, .region, .addressing, .cloudBoxID, .time, .minValid,
            .explain, .expires, .conditions, .policy:
            true
        default: false
        }
    }

    fileprivate var isOfString: Bool {
        switch self {
        case .profile, .version, .stringToSign, .canonicalRequest, .time, .region, .date, .product: true
        default: false
        }
    }
}

extension SigningRoute {
    /// Whether a body of this route may have the member.
    func takes(_ member: Member) -> Bool {
        switch self {
        case .sign: member.isOfRequest
        case .presign: member.isOfRequest || member.isOfURL
        case .postPolicy: member.isOfForm
        case .signString: member.isOfString
        case .forward: false
        }
    }
}

extension BodyPart {
    init(_ member: Member) {
        description = member.name
        pointer = "/\(member.name)"
    }

    /// A member with its value, which a reader will search for.
    init(_ member: Member, _ value: Span<UInt8>) {
        description = "\(member.name) \(Quotation.of(value))"
        pointer = "/\(member.name)"
    }
}
