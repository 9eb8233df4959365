internal import Bytes
package import Kernel
package import Systemd
internal import Tokens

/// The tokens that systemd keeps for the next start of this service, one sealed memory file for each profile.
///
/// They survive a restart and a crash without a copy on disk.
package enum SystemdTokens {
    /// Distinguishes them from the sockets, which systemd passes in the same way.
    private static let prefix = "token-"

    /// Replaces the stored token.
    static func keep(_ credential: Credential, of owner: CacheRecord.Owner) throws(SystemError) {
        var record = ByteBuffer(capacity: 4_096)
        CacheRecord.write(credential, of: owner, to: &record)
        let file = try MemoryFile.make(named: "ossauthd-token", containing: record.span)
        try forget(owner.profile)
        try ServiceManager.keep(file, named: prefix + owner.profile)
    }

    package static func forget(_ profile: String) throws(SystemError) {
        try ServiceManager.forget(named: prefix + profile)
    }

    /// The token that the last process left.
    static func take(
        _ owner: CacheRecord.Owner, from passed: inout PassedDescriptors
    ) throws(CacheRecord.Problem) -> Credential? {
        guard let file = passed.take(named: prefix + owner.profile) else { return nil }
        guard file.isSealed, let record = try? file.contents(atMost: CacheRecord.maximumLength) else {
            throw .torn
        }
        return try CacheRecord.read(record.span, for: owner)
    }

    /// Removes the tokens of profiles that the configuration no longer has.
    package static func forgetRest(of passed: borrowing PassedDescriptors) throws(SystemError) {
        for name in passed.names where name.hasPrefix(prefix) { try ServiceManager.forget(named: name) }
    }
}
