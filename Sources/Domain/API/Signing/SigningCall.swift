package import Bytes
package import Signing
package import Time

/// The parsed body of a request to sign, reused for the next request.
///
/// Reading collects the members in any order; `complete` then builds the OSS request from them and from the defaults of
/// the profile.
package struct SigningCall: ~Copyable {
    package internal(set) var route = SigningRoute.sign
    package internal(set) var request = OSSRequest()
    package internal(set) var version = SignatureVersion.v4
    /// The version of the profile, for requests that name none.
    var usualVersion = SignatureVersion.v4
    package internal(set) var minValid = 0
    package internal(set) var explain = false
    package internal(set) var expires = 900
    /// The keys of a call for many URLs.
    package internal(set) var keys = ReusedArray<Range<Int>>()
    /// The signing time; `nil`: now.
    package internal(set) var time: Timestamp?
    /// The validity that a composed string claims.
    package internal(set) var ready: ClaimedValidity?
    package internal(set) var policy: PostPolicy?

    /// The members that were read, or that the profile or a proxy's question supplied.
    var members: Members = []
    /// The ranges of the members' texts, by member number; entries of absent members are left over from an earlier
    /// call.
    ///
    /// It is on the heap, because the compiler would copy an array within this value at every access.
    private var texts = ReusedArray<Range<Int>>(repeating: 0..<0, count: Member.count)
    var additionalHeaders = ReusedArray<Range<Int>>()
    /// The names that the rules check: parameters, and headers with the effect of a parameter.
    package internal(set) var ruledNames = ReusedArray<Range<Int>>()
    /// The objects that the request reads besides its own.
    package internal(set) var sources = ReusedArray<SourceObject>()
    /// The work of a filter on the body of a forwarded request; `nil`: none.
    package internal(set) var decoding: ForwardDecoding?
    /// The keys of a forwarded bulk delete.
    package internal(set) var deletions = ReusedArray<Range<Int>>()
    /// Whether the request moves or deletes an object that may be a folder, with everything in it.
    var isForFolder = false

    package init() {}

    mutating func reset(for route: SigningRoute) {
        // A failed call leaves its memory here.
        forgetLargeMemory()
        self.route = route
        request.reset()
        version = .v4
        minValid = 0
        explain = false
        expires = 900
        keys.removeAll()
        time = nil
        ready = nil
        // Most calls have no policy, and destroying one is slow.
        if hasPolicy { policy = nil }
        members = []
        additionalHeaders.removeAll()
        ruledNames.removeAll()
        sources.removeAll()
        isForFolder = false
        decoding = nil
        deletions.removeAll()
    }

    /// The name of the requested profile, in the text of the request.
    package var profile: Range<Int>? { self[.profile] }

    /// The text of a member that is one; for `conditions` its JSON.
    subscript(member: Member) -> Range<Int>? {
        has(member) ? texts[Int(member.rawValue)] : nil
    }

    mutating func set(_ member: Member, _ text: Range<Int>) {
        texts[Int(member.rawValue)] = text
        members.insert(Members(member))
    }

    private var hasPolicy: Bool {
        if case .some = policy { true } else { false }
    }

    func has(_ member: Member) -> Bool { members.contains(Members(member)) }
}

/// The members of the bodies of signing requests.
enum Member: UInt8, CaseIterable {
    case profile, version, method, bucket, key, keys, endpoint, region, addressing, cloudBoxID, parameters,
        headers
    case contentType, contentMD5, additionalHeaders, time, minValid, explain, expires, conditions, policy
    case stringToSign, canonicalRequest, date, product

    static var count: Int { Int(Member.product.rawValue) + 1 }
}

extension Member {
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
}

/// A set of members.
struct Members: OptionSet {
    let rawValue: UInt32

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    init(_ member: Member) {
        rawValue = 1 << UInt32(member.rawValue)
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

extension Member {
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
