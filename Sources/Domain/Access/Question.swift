package import Signing

/// The facts of a request that the rules judge.
package struct Question: ~Escapable {
    package let operation: Operation
    package let profile: Span<UInt8>
    package let target: Target
    package let parameters: ParameterNames
    /// The life of the answer; zero: nothing is presigned.
    package var expires: Duration = .zero
    /// The distance of the signing time from now, in either direction.
    package var timeSkew: Duration = .zero
    /// `nil`: nothing is signed.
    package var version: WantedVersion?
    /// Whether the credential that is asked for is limited to what the rules of the caller grant.
    package private(set) var isScoped = false

    /// A request that will be signed.
    @_lifetime(copy profile, copy target, copy parameters)
    package init(_ operation: Operation, profile: Span<UInt8>, target: Target, parameters: ParameterNames) {
        self.operation = operation
        self.profile = profile
        self.target = target
        self.parameters = parameters
    }

    /// A request that signs nothing, or an opaque string.
    @_lifetime(copy profile)
    package init(_ operation: Operation, profile: Span<UInt8>) {
        self.operation = operation
        self.profile = profile
        target = Target(method: nil, bucket: Span(), key: Span())
        parameters = ParameterNames()
    }

    /// A request for the credential itself.
    @_lifetime(copy profile)
    package init(handoutOf profile: Span<UInt8>, isScoped: Bool) {
        self.init(.credentials, profile: profile)
        self.isScoped = isScoped
    }
}

/// The version of a signature, and the default version of the profile.
package struct WantedVersion: Equatable, Sendable {
    package let asked: SignatureVersion
    package let usual: SignatureVersion

    package init(_ asked: SignatureVersion, usual: SignatureVersion) {
        self.asked = asked
        self.usual = usual
    }
}

/// The target of a signature: a method on an object, a bucket, or the service.
package struct Target: ~Escapable {
    /// `nil`: OSS does not know the method.
    package let method: Method?
    /// Empty: the service itself.
    package let bucket: Span<UInt8>
    /// Empty: the bucket itself.
    package let key: Span<UInt8>
    /// Whether `key` is a prefix: a post policy with `starts-with` allows every key that begins with it.
    package let keyIsPrefix: Bool
    /// Whether the signature is valid in every bucket, whatever bucket the request names.
    package var isForEveryBucket = false

    @_lifetime(copy bucket, copy key)
    package init(method: Method?, bucket: Span<UInt8>, key: Span<UInt8>, keyIsPrefix: Bool = false) {
        self.method = method
        self.bucket = bucket
        self.key = key
        self.keyIsPrefix = keyIsPrefix
    }
}

/// The names of the query parameters to sign, as ranges of a text.
///
/// A header with the effect of a parameter counts as one: `x-oss-acl` and `x-oss-object-acl` count as `acl`.
package struct ParameterNames: ~Escapable {
    private let text: Span<UInt8>
    private let ranges: Span<Range<Int>>

    @_lifetime(copy text, copy ranges)
    package init(text: Span<UInt8>, ranges: Span<Range<Int>>) {
        self.text = text
        self.ranges = ranges
    }

    @_lifetime(immortal)
    package init() {
        text = Span()
        ranges = Span()
    }

    package var count: Int { ranges.count }

    package subscript(index: Int) -> Span<UInt8> {
        @_lifetime(copy self) get { text.extracting(ranges[index]) }
    }
}
