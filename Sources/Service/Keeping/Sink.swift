internal import API
internal import Bytes
internal import Documents
internal import Exchange
internal import Kernel
package import Settings
internal import Signing
internal import Time
internal import Tokens

/// A file that is kept fresh for programs that cannot connect.
package final class Sink {
    /// The time from the refresh of a token until the file has it.
    static let timeToWrite = Duration.seconds(60)
    /// A larger file was not written by the daemon.
    private static let maximumSize = 65_536

    package let settings: SinkSettings
    /// The credential that the file holds, if this process wrote or read it.
    private(set) var written: Credential?
    /// The file may differ from the present document.
    var isInDoubt = true
    /// Why the last write failed.
    var failure: String?
    /// Why the last notification of its readers failed.
    var noticeFailure: String?

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
        if isInDoubt { try removeLeftovers() }
        guard let credential = profile.credential else { return try remove(for: profile) }
        guard !credential.isExpired(at: now) else { return .nothing }
        // A server may hand out the same token again: another object with the same number.
        let isWritten = credential.generation == written?.generation
        guard !isWritten || isInDoubt, !credential.signing.secretIsRemote else { return .nothing }
        var document = ByteBuffer(capacity: 4_096)
        document.append(credential, for: settings, of: profile.settings)
        // After a start or a reload the file is usually up to date, so its readers need no notice.
        let isThere = isInDoubt && holds(document)
        if !isThere { try write(document) }
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
    private var access: FileAccess {
        FileAccess(mode: UInt32(settings.mode), user: settings.user?.number, group: settings.group?.number)
    }

    private func holds(_ document: borrowing ByteBuffer) -> Bool {
        guard let status = try? FileStatus(ofLink: settings.path), status.kind == .regular,
            status.matches(access),
            let content = try? File.contents(of: settings.path, atMost: Sink.maximumSize)
        else { return false }
        return content.equals(document.span)
    }

    /// Removes temporary files of this or an earlier process; no other program writes the file.
    private func removeLeftovers() throws(SystemError) {
        guard let folder = settings.path.lastIndex(of: "/").map({ settings.path[..<$0] }), !folder.isEmpty,
            try FileStatus.existing(at: String(folder)) != nil
        else { return }
        try FileReplacement.removeLeftovers(of: settings.path)
    }

    private func write(_ document: borrowing ByteBuffer) throws(SystemError) {
        var file = try FileReplacement(of: settings.path)
        try file.write(document.span)
        try file.open(to: access)
        try file.synchronize()
        try file.install()
        try file.synchronizeDirectory()
    }

    /// The file stays while the profile only waits for a token, as after a reload or a start.
    private func remove(for profile: Profile) throws(SystemError) -> Change {
        guard profile.forgotten != nil || (profile.isChain && written != nil) else { return .nothing }
        written = nil
        try removeLeftovers()
        guard try FileStatus.existing(at: settings.path) != nil else { return .nothing }
        try File.remove(settings.path)
        return .removed
    }
}

extension ByteBuffer {
    fileprivate mutating func append(
        _ credential: Credential, for sink: SinkSettings, of profile: ProfileSettings
    ) {
        self = credential.withDocument { lent in
            var document = lent
            document.endpoint = profile.signing.endpoint?.text ?? ""
            document.region = profile.defaults.ownRegion
            var text = ByteBuffer(capacity: 4_096)
            text.append(document, as: sink.format)
            return text
        }
    }
}
