public import OSSRequests

/// How the daemon is to sign; what is not said is as the profile has it.
public struct SigningTerms: Equatable, Sendable {
    /// Whose key signs; `nil`: the default profile, or the only one that this process may use.
    public var profile: String?
    /// Which algorithm signs.
    public var version: SignatureVersion?
    /// The time of signing, where it is not now.
    public var time: UnixTime?
    /// So long the credential must live at least; the daemon gets a new one first, if need be.
    public var minValid: Duration?
    /// Whether the answer is to have the texts that were signed.
    public var explains = false

    /// Terms with the rest left to the profile.
    public init(profile: String? = nil, version: SignatureVersion? = nil) {
        self.profile = profile
        self.version = version
    }
}
