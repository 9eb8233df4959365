package import Signing

/// What a request wants, in the words of the rules.
package struct Question: ~Escapable {
    package let operation: Operation
    package let profile: Span<UInt8>
    package let target: Target
    package let parameters: ParameterNames
    /// How long the answer is to be good for; zero where nothing is presigned.
    package var expires: Duration = .zero
    /// How far the signing time is from now, in either direction.
    package var timeSkew: Duration = .zero
    /// `nil` where nothing is signed.
    package var version: WantedVersion?

    /// A request that will be signed.
    @_lifetime(copy profile, copy target, copy parameters)
    package init(_ operation: Operation, profile: Span<UInt8>, target: Target, parameters: ParameterNames) {
        self.operation = operation
        self.profile = profile
        self.target = target
        self.parameters = parameters
    }

    /// A request that signs nothing, or nothing that the daemon could read.
    @_lifetime(copy profile)
    package init(_ operation: Operation, profile: Span<UInt8>) {
        self.operation = operation
        self.profile = profile
        target = Target(method: nil, bucket: Span(), key: Span())
        parameters = ParameterNames()
    }
}

/// The version of a signature, and the one that the profile has for requests that name none.
package struct WantedVersion: Equatable, Sendable {
    package let asked: SignatureVersion
    package let usual: SignatureVersion

    package init(_ asked: SignatureVersion, usual: SignatureVersion) {
        self.asked = asked
        self.usual = usual
    }
}

/// What is signed for: a method on an object, a bucket, or the service.
package struct Target: ~Escapable {
    /// `nil`: none that OSS knows.
    package let method: Method?
    /// Empty: the service itself.
    package let bucket: Span<UInt8>
    /// Empty: the bucket itself.
    package let key: Span<UInt8>
    /// Whether `key` is only the beginning: a post policy with `starts-with` is good for every key that
    /// begins so.
    package let keyIsPrefix: Bool
    /// Whether the signature is good in every bucket, whichever the request names.
    package var isForEveryBucket = false

    @_lifetime(copy bucket, copy key)
    package init(method: Method?, bucket: Span<UInt8>, key: Span<UInt8>, keyIsPrefix: Bool = false) {
        self.method = method
        self.bucket = bucket
        self.key = key
        self.keyIsPrefix = keyIsPrefix
    }
}

/// The names of the query parameters that are to be signed, as ranges of the text that holds them.
///
/// A header that acts like a parameter counts as one: whoever signs `x-oss-acl` or `x-oss-object-acl` asks
/// for `acl`.
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
