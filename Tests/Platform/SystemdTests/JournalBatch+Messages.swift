import Bytes
import Systemd

/// A batch of entries with these messages.
func batch(_ messages: some Sequence<String>) -> JournalBatch {
    var batch = JournalBatch()
    for message in messages { batch.add(message) }
    return batch
}

extension JournalBatch {
    mutating func add(_ message: String) {
        append("MESSAGE") { bytes in bytes.append(message) }
        append("PRIORITY", "6")
        endEntry()
    }
}
