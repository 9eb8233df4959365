internal import Bytes
internal import Settings
internal import Systemd
internal import Tokens

extension Audit {
    /// What was handed out by writing it into a file, or taken back.
    func record(_ change: Sink.Change, of sink: SinkSettings) {
        guard isOn else { return }
        guard batch.size < Audit.maximumSize else {
            writer.lost += 1
            return
        }
        appendHead(AuditMessage.sink)
        batch.append("OSSAUTHD_SINK") { bytes in bytes.append(sink.name) }
        batch.append("OSSAUTHD_PROFILE") { bytes in bytes.append(sink.profile) }
        batch.append("OSSAUTHD_FILE") { bytes in bytes.append(sink.path) }
        if case .written(let credential) = change { append("OSSAUTHD_GENERATION", credential.generation) }
        batch.append("OSSAUTHD_OPERATION", change.operation)
        batch.append("MESSAGE") { text in
            text.append(change.operation)
            text.append(" ")
            text.append(sink.name)
        }
        batch.endEntry()
    }
}
