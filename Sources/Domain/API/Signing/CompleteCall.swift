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
