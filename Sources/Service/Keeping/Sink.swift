internal import API
internal import Bytes
internal import Documents
internal import Exchange
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
        let life = expiration - credential.fetchedAt
        let margin = settings.margin + Sink.timeToWrite
        guard settings.margin > .zero, margin > .seconds(life) / 2 else { return nil }
        // For people: whole minutes where it is long, because the time of the transfer makes tokens of one kind differ by a
        // second.
        return (settings.margin, .seconds(life < 600 ? life : (life + 30) / 60 * 60))
    }

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

/// The path of a sink, and what is written there.
protocol SinkPlace {
    /// Whether it has exactly this content, mode and owner.
    func holds(_ content: borrowing SinkContent) -> Bool
    func write(_ content: borrowing SinkContent) throws(SystemError)
    /// Removes all that the sink wrote; `false`: there was nothing.
    func remove() throws(SystemError) -> Bool
    /// Removes temporary files of this or an earlier process; no other program writes the sink.
    func removeLeftovers() throws(SystemError)
}

/// One file.
struct SinkFile: SinkPlace {
    let path: String
    let access: FileAccess

    func holds(_ content: borrowing SinkContent) -> Bool {
        File.holds(content.text.span, at: path, for: access)
    }

    func write(_ content: borrowing SinkContent) throws(SystemError) {
        try File.replace(path, with: content.text.span, access: access)
    }

    func remove() throws(SystemError) -> Bool {
        try removeLeftovers()
        guard try FileStatus.existing(at: path) != nil else { return false }
        try File.remove(path)
        return true
    }

    func removeLeftovers() throws(SystemError) {
        guard try path.hasFolder else { return }
        try FileReplacement.removeLeftovers(of: path)
    }
}

/// A link to a folder, with a file for each member of the credential.
struct SinkFolder: SinkPlace {
    let path: String
    let access: FileAccess

    func holds(_ content: borrowing SinkContent) -> Bool {
        guard let folder = try? FileStatus.reached(by: path), folder.kind == .directory,
            folder.matches(access.ofFolder)
        else { return false }
        for file in content.files {
            let text = content.text[file.part]
            guard File.holds(text, at: "\(path)/\(file.name)", for: access) else { return false }
        }
        return true
    }

    func write(_ content: borrowing SinkContent) throws(SystemError) {
        var folder = try FolderReplacement(of: path)
        for file in content.files { try folder.add(file.name, content.text[file.part], for: access) }
        try folder.open(to: access)
        try folder.link()
        try folder.install()
    }

    func remove() throws(SystemError) -> Bool {
        guard try path.hasFolder else { return false }
        return try FolderReplacement.remove(path)
    }

    /// None: a reader may be in the version before the present one, and the next write removes the others.
    func removeLeftovers() {}
}

extension SinkSettings {
    var access: FileAccess {
        FileAccess(mode: UInt32(mode), user: user?.number, group: group?.number)
    }
}

extension File {
    /// A larger file was not written by the daemon.
    private static let maximumSize = 65_536

    fileprivate static func holds(_ text: Span<UInt8>, at path: String, for access: FileAccess) -> Bool {
        guard let status = try? FileStatus(ofLink: path), status.kind == .regular, status.matches(access),
            let content = try? File.contents(of: path, atMost: maximumSize)
        else { return false }
        return content.equals(text)
    }
}

extension String {
    /// Whether the folder that contains this path exists.
    fileprivate var hasFolder: Bool {
        get throws(SystemError) {
            guard let slash = lastIndex(of: "/"), slash != startIndex else { return false }
            return try FileStatus.existing(at: String(self[..<slash])) != nil
        }
    }
}

/// The bytes that a sink writes: one text, and the files of a folder as parts of it.
struct SinkContent: ~Copyable {
    let text: ByteBuffer
    /// Empty for a sink of one file.
    let files: [(name: String, part: Range<Int>)]

    init(_ credential: Credential, for sink: SinkSettings, of profile: ProfileSettings) {
        self = credential.withDocument { lent in
            var document = lent
            document.endpoint = profile.signing.endpoint?.text ?? ""
            document.region = profile.defaults.ownRegion
            document.variables = sink.variables
            return SinkContent(document, as: sink.format)
        }
    }

    private init(_ document: borrowing CredentialDocument, as format: SinkFormat) {
        var text = ByteBuffer(capacity: 4_096)
        var files: [(name: String, part: Range<Int>)] = []
        switch format {
        case .document(let format): text.append(document, as: format)
        case .directory:
            for member in CredentialMember.ofCredential {
                let start = text.count
                text.append(member, of: document)
                files.append((member.rawValue, start..<text.count))
            }
        }
        self.text = text
        self.files = files
    }
}
