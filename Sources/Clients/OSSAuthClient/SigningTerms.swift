/// How the daemon is to sign; where a member is `nil`, the profile decides.
public struct SigningTerms: Equatable, Sendable {
    /// The profile whose key signs; `nil`: the default profile, or the only one that this process may use.
    public var profile: String?
    /// The signature algorithm.
    public var version: SignatureVersion?
    /// The time of signing, where it is not now.
    public var time: UnixTime?
    /// How long the credential must live at least; the daemon gets a new one first if it has to.
    public var minValid: Duration?
    /// Whether the answer is to have the texts that were signed.
    public var explains = false
    /// The Content-Type and the Content-MD5 of the request, outside of its headers.
    package var contentType: String?
    package var contentMD5: String?

    /// Terms that leave everything else to the profile.
    public init(profile: String? = nil, version: SignatureVersion? = nil) {
        self.profile = profile
        self.version = version
    }
}

/// The day, region and product that a V4 key is derived for.
public struct SigningScope: Equatable, Sendable {
    /// The day in UTC: `20231216`.
    public var date: String
    /// The plain id, such as `cn-hangzhou`; the id of the cloud box for one of those.
    public var region: String
    /// `oss`, or `oss-cloudbox`.
    public var product: String

    /// A scope of OSS itself, or of a cloud box.
    public init(date: String, region: String, product: String = "oss") {
        self.date = date
        self.region = region
        self.product = product
    }
}
