internal import API
internal import Bytes
internal import Documents
internal import Exchange
internal import Settings
internal import Signing
internal import Tokens

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
