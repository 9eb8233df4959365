internal import Kernel
package import Settings
internal import Signing
internal import Time
internal import Tokens

/// A file or folder that is kept fresh for programs that cannot connect.
package final class Sink {
    /// The time from the refresh of a token until the file has it.
    static let timeToWrite = Duration.seconds(60)

    package let settings: SinkSettings
    /// The credential that the file holds, if this process wrote or read it.
    private(set) var written: Credential?
    /// The file may differ from the present document.
    var isInDoubt = true
    /// Why the last write failed.
    var failure: String?

    init(_ settings: SinkSettings) {
        self.settings = settings
    }

    /// The change that was made to the file.
    enum Change {
        case nothing
        case written(Credential)
        case removed
    }

    /// Writes the token of the profile, or removes one that was forgotten.
    ///
    /// An expired token, as after a start, does not replace the one in the file, which may be newer.
    func keepFresh(with profile: Profile, at now: Timestamp) throws(SystemError) -> Change {
        if isInDoubt { try place.removeLeftovers() }
        guard let credential = profile.credential else { return try remove(for: profile) }
        guard !credential.isExpired(at: now) else { return .nothing }
        // A server may hand out the same token again: another object with the same number.
        let isWritten = credential.generation == written?.generation
        guard !isWritten || isInDoubt, !credential.signing.secretIsRemote else { return .nothing }
        let content = SinkContent(credential, for: settings, of: profile.settings)
        // After a start or a reload the file is usually up to date; a new one would tell its readers of a change.
        let isThere = isInDoubt && place.holds(content)
        if !isThere { try place.write(content) }
        written = credential
        isInDoubt = false
        return isThere ? .nothing : .written(credential)
    }

    /// `Margin=` and the life of the tokens, if that is too short for it.
    func brokenMargin(with credential: Credential) -> (margin: Duration, life: Duration)? {
        guard let expiration = credential.expiration else { return nil }
        let life = Duration.seconds(expiration - credential.fetchedAt)
        let margin = settings.margin + Sink.timeToWrite
        return settings.margin > .zero && margin > life / 2 ? (settings.margin, life.roundedLife) : nil
    }
}

extension Sink {
    private var place: any SinkPlace {
        settings.format == .directory
            ? SinkFolder(path: settings.path, access: settings.access)
            : SinkFile(path: settings.path, access: settings.access)
    }

    /// The file stays while the profile only waits for a token, as after a reload or a start.
    private func remove(for profile: Profile) throws(SystemError) -> Change {
        guard profile.mustRemoveFile(isWritten: written != nil) else { return .nothing }
        written = nil
        return try place.remove() ? .removed : .nothing
    }
}

extension Duration {
    /// The life of a token for people: whole minutes where it is long, because the time of the transfer makes tokens
    /// of one kind differ by a second.
    fileprivate var roundedLife: Duration {
        let seconds = components.seconds
        return seconds < 600 ? .seconds(seconds) : .seconds((seconds + 30) / 60 * 60)
    }
}
