internal import Bytes
internal import Systemd
internal import Text

/// A record that takes the keys of further requests until it is written, if nothing else in them differs.
final class AuditEntry {
    /// A record of a user with long keys is no larger than one with many.
    private static let maximumSize = 32_768
    /// journald accepts 1,024 fields.
    private static let maximumKeys = 900

    /// The fields that all its requests have in common.
    var head = JournalBatch()
    /// The message before and after the first key.
    var opening = ByteBuffer()
    var closing = ByteBuffer()
    private var keys = JournalBatch()
    private var keyCount = 0
    private var size = 0
    private var firstKey = ByteBuffer()
    private var requests = 0
    private var signatures = 0

    var isFull: Bool { size >= AuditEntry.maximumSize || keyCount >= AuditEntry.maximumKeys }

    func addRequest() { requests += 1 }

    /// Adds a signature; `key`: empty if it is not for an object.
    func add(_ key: Span<UInt8>) {
        signatures += 1
        guard key.count > 0 else { return }
        if keyCount == 0 { firstKey.append(shortened: key) }
        keys.append("OSSAUTHD_KEY") { bytes in bytes.append(key) }
        keyCount += 1
        size += key.count
    }

    /// Moves the requests that it has taken to a batch.
    func move(to batch: inout JournalBatch) {
        batch.append(head)
        batch.append(keys)
        if requests > 1 { batch.append("OSSAUTHD_COUNT", requests) }
        if signatures > 1 { batch.append("OSSAUTHD_SIGNATURES", signatures) }
        batch.append("MESSAGE") { text in
            text.append(opening)
            text.append(firstKey)
            text.append(closing)
            guard signatures > 1 else { return }
            text.append(", and ")
            text.append(decimal: signatures - 1)
            text.append(" more")
        }
        batch.endEntry()
        keys.removeAll()
        firstKey.removeAll()
        (keyCount, size, requests, signatures) = (0, 0, 0, 0)
    }
}
