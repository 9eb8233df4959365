package import Bytes
package import Signing
package import Time

/// The body of a request to sign something, taken apart.
///
/// It is used again for the next request.
///
/// The pieces of the OSS request are collected first, in whatever order the members come; `complete` then puts them in
/// their places, with what the profile knows.
package struct SigningCall: ~Copyable {
    package internal(set) var route = SigningRoute.sign
    package internal(set) var request = OSSRequest()
    package internal(set) var version = SignatureVersion.v4
    /// A policy without a condition on the bucket is good for all buckets of the account.
    var isForEveryBucket = false
    /// The profile's, for requests that name none.
    var usualVersion = SignatureVersion.v4
    package internal(set) var minValid = 0
    package internal(set) var explain = false
    package internal(set) var expires = 900
    /// The keys of a call for many URLs.
    package internal(set) var keys = ReusedArray<Range<Int>>()
    /// When the signature is to be made, if not now.
    package internal(set) var time: Timestamp?
    /// When a string that the caller composed says that it holds.
    package internal(set) var ready: ReadyString?
    package internal(set) var policy: PostPolicy?

    var seen: Members = []
    /// Where the texts of the members stand, by the members' numbers; what is there of others is of an earlier call.
    ///
    /// On the heap, since the compiler would copy an array within this value at every look into it.
    private var texts = ReusedArray<Range<Int>>(repeating: 0..<0, count: Member.count)
    private var membersWithText: Members = []
    var additionalHeaders = ReusedArray<Range<Int>>()
    /// The raw JSON of `conditions`.
    var conditions: Range<Int>?
    /// The names that rules look at: those of the parameters, and headers that act like one.
    package internal(set) var ruledNames = ReusedArray<Range<Int>>()
    /// Objects that the request reads beside its own.
    package internal(set) var sources = ReusedArray<SourceObject>()
    var lastBody = LastBody()
    /// Where the reading of a large body goes on; `nil` before its keys, and behind them.
    var bookmark: LargeReading?
    /// Whether the body differed from the one before in nothing but its key.
    package internal(set) var isNextKey = false
    /// Whether the signer has the canonical request, with the key before.
    var isComposed = false
    /// How much text it has without what a signature adds; `nil` while it is not complete.
    var completeText: Int?

    package init() {}

    mutating func reset(for route: SigningRoute) {
        // Of a call that failed.
        forgetLargeMemory()
        self.route = route
        request.reset()
        version = .v4
        isForEveryBucket = false
        minValid = 0
        explain = false
        expires = 900
        keys.removeAll()
        time = nil
        ready = nil
        // Most have none, and to destroy one takes long.
        if hasPolicy { policy = nil }
        seen = []
        membersWithText = []
        additionalHeaders.removeAll()
        conditions = nil
        ruledNames.removeAll()
        sources.removeAll()
        lastBody.forget()
        bookmark = nil
        isNextKey = false
        isComposed = false
        completeText = nil
    }

    /// The name of the profile that the caller wants, in the text of the request.
    package var profile: Range<Int>? { self[.profile] }

    subscript(member: Member) -> Range<Int>? {
        membersWithText.contains(Members(member)) ? texts[Int(member.rawValue)] : nil
    }

    mutating func set(_ member: Member, _ text: Range<Int>) {
        texts[Int(member.rawValue)] = text
        membersWithText.insert(Members(member))
    }

    private var hasPolicy: Bool {
        if case .some = policy { true } else { false }
    }

    func has(_ member: Member) -> Bool { seen.contains(Members(member)) }
}
