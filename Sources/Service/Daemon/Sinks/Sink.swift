internal import API
internal import Bytes
internal import Documents
internal import Exchange
internal import Kernel
internal import Settings
internal import Signing
internal import Time
internal import Tokens

/// A file that is kept fresh for a program that cannot ask.
final class Sink {
    /// Between the moment at which a token is renewed and that at which the file has it.
    static let timeToWrite = Duration.seconds(60)
    /// Of a file that may be ours.
    private static let maximumSize = 65_536

    let settings: SinkSettings
    /// The credential that the file holds, as far as this process wrote or read it.
    private(set) var written: Credential?
    /// The file may differ from what it would be now.
    var isInDoubt = true
    /// Why the file could not be written when it was last tried; `nil`: it could.
    var failure: String?
    /// Why its readers were not notified of the last change; `nil`: they were, or need not be.
    var noticeFailure: String?

    init(_ settings: SinkSettings) {
        self.settings = settings
    }

    /// What keeping it fresh came to.
    enum Change {
        case nothing
        case written(Credential)
        case removed
    }

    /// Brings the file to where the profile is; a token that was forgotten is taken away from its readers too.
    ///
    /// One that has ended, as after a start, does not replace what the file has, which may be newer.
    func keepFresh(with profile: Profile, at now: Timestamp) throws(SystemError) -> Change {
        if isInDoubt { try removeLeftovers() }
        guard let credential = profile.credential else { return try remove(for: profile) }
        guard !credential.isExpired(at: now) else { return .nothing }
        // A chain may have come to a member whose secret is not here.
        // A server may hand out the same token again, which is another object with the same number.
        let isWritten = credential.generation == written?.generation
        guard !isWritten || isInDoubt, !credential.signing.isElsewhere else { return .nothing }
        var document = ByteBuffer(capacity: 4_096)
        document.append(credential, for: settings, of: profile.settings)
        // After a start, or a reload, the file is usually as it should be, and nobody has to be told.
        let isThere = isInDoubt && holds(document)
        if !isThere { try write(document) }
        written = credential
        isInDoubt = false
        return isThere ? .nothing : .written(credential)
    }

    /// The readers' margin and the life of the tokens, where those cannot keep it.
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

    /// Of this process or one before it: nobody else writes the file.
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

    /// A token that only waits for its successor, as after a reload or a start, is left to its readers.
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
