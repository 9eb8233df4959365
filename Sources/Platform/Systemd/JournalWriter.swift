internal import Bytes
internal import CSystemd
internal import Glibc
package import Kernel

/// Where log entries go: to the journal when it reads our standard error anyway, else there, as lines.
package struct JournalWriter: Sendable {
    package let isJournal: Bool

    package init() {
        isJournal = JournalWriter.journalReadsStandardError
    }

    package func write(_ entry: borrowing JournalEntry) throws(SystemError) {
        guard isJournal else {
            var line = ByteBuffer(capacity: entry.bytes.count + 1)
            entry.append(lineOf: entry.fields.indices, to: &line)
            return try StandardStream.error.write(line.span)
        }
        try send(entry, entry.fields.indices)
    }

    /// As lines they are written at once; the journal takes one entry at a time.
    package func write(_ batch: borrowing JournalBatch) throws(SystemError) {
        var lines = ByteBuffer(capacity: isJournal ? 0 : batch.size)
        var start = 0
        for end in batch.ends {
            if isJournal {
                try send(batch.entry, start..<end)
            } else {
                batch.entry.append(lineOf: start..<end, to: &lines)
            }
            start = end
        }
        if !lines.isEmpty { try StandardStream.error.write(lines.span) }
    }
}

extension JournalWriter {
    /// `JOURNAL_STREAM` says which file the journal reads; whoever redirected standard error did not change
    /// it.
    private static var journalReadsStandardError: Bool {
        guard let text = ThisProcess.variable("JOURNAL_STREAM"), let status = FileStatus(of: .error) else {
            return false
        }
        return text == "\(status.device):\(status.inode)"
    }

    private func send(_ entry: borrowing JournalEntry, _ range: Range<Int>) throws(SystemError) {
        let fields = entry.fields[range]
        let result = unsafe entry.bytes.span.withUnsafeBytes { bytes in
            unsafe withUnsafeTemporaryAllocation(of: iovec.self, capacity: fields.count) { vectors in
                for (index, field) in zip(0..., fields) {
                    // C has no word for memory that is only read here.
                    let start = unsafe UnsafeMutableRawPointer(
                        mutating: bytes.baseAddress?.advanced(by: field.start))
                    unsafe vectors[index] = iovec(iov_base: start, iov_len: field.end - field.start)
                }
                return unsafe sd_journal_sendv(vectors.baseAddress, Int32(fields.count))
            }
        }
        try SystemError.check(result, "sd_journal_sendv")
    }
}
