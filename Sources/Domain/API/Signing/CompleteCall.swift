package import Access
package import Bytes
package import Signing
package import Time

/// The request to sign, reused for the next one.
///
/// A body, or the question of a proxy, fills in what it says by itself; `complete` adds the defaults of the profile.
package struct CompleteCall: ~Copyable {
    package internal(set) var route = SigningRoute.sign
    package internal(set) var operation = Operation.sign
    /// The name of the profile in the text of the request; empty until it is known.
    package internal(set) var profile = 0..<0
    package internal(set) var request = OSSRequest()
    package internal(set) var version = SignatureVersion.v4
    /// The version of the profile, for requests that name none.
    var usualVersion = SignatureVersion.v4
    package internal(set) var minValid = 0
    package internal(set) var explain = false
    package internal(set) var expires = 900
    /// Whether the caller chose how long the signature is valid.
    var statesExpiration = false
    /// The keys of a call for many URLs.
    package internal(set) var keys = ReusedArray<Range<Int>>()
    /// The signing time; `nil`: now.
    package internal(set) var time: Timestamp?
    /// The validity that a composed string claims.
    package internal(set) var ready: ClaimedValidity?
    package internal(set) var policy: PostPolicy?
    /// The string or the whole policy that the caller composed, or the conditions with their brackets.
    var composed = 0..<0
    /// Whether the caller composed the whole policy.
    var policyIsWhole = false

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
        profile = 0..<0
        request.reset()
        version = .v4
        minValid = 0
        explain = false
        expires = 900
        statesExpiration = false
        keys.removeAll()
        time = nil
        ready = nil
        // Most calls have no policy, and destroying one is slow.
        if case .some = policy { policy = nil }
        composed = 0..<0
        policyIsWhole = false
        ruledNames.removeAll()
        sources.removeAll()
        isForFolder = false
        decoding = nil
        deletions.removeAll()
    }

    /// Releases the memory of a large call, so that small ones that follow do not keep it.
    mutating func forgetLargeMemory() {
        guard keys.capacity > 64 || request.text.count > 65_536 else { return }
        self = CompleteCall()
    }
}

/// An object that a request reads besides its own, named by a header.
package struct SourceObject {
    package internal(set) var bucket: Range<Int>
    package internal(set) var key: Range<Int>
    /// Whether the request removes the object, which may be a folder with everything in it.
    var isMoved = false
}
