internal import Bytes
internal import Glibc
package import Kernel

/// Writes log entries to the journal if it reads our standard error, and as lines to standard error
/// otherwise.
///
/// It never waits for a reader: entries that are not taken stay in the batch for another attempt.
package final class JournalWriter {
    private enum Target: ~Copyable {
        case journal(DatagramSocket)
        case lines(NonblockingStream)
    }

    /// The size that libsystemd requests; most systems give less.
    private static let sendBufferSize: Int32 = 8 * 1_024 * 1_024

    package let isJournal: Bool
    private let target: Target
    private let path: String
    /// Reused for each entry.
    private var datagram = ByteBuffer()
    /// Lines that have left their batch; a part of the first may be written.
    private var lines = ByteBuffer()

    /// The number of lost entries; the owner reports and resets it.
    package var lost = 0
    /// Called when a reader left a part of what was written.
    package var whenBehind: () -> Void = {}

    package init(journal path: String = "/run/systemd/journal/socket") throws(SystemError) {
        self.path = path
        isJournal = JournalWriter.journalReadsStandardError
        target =
            isJournal
            ? .journal(try DatagramSocket(room: JournalWriter.sendBufferSize))
            : .lines(NonblockingStream(.error))
    }

    /// `JOURNAL_STREAM` names the file that the journal reads; a redirected standard error is another one.
    package static var journalReadsStandardError: Bool {
        guard let text = ThisProcess.variable("JOURNAL_STREAM"), let status = FileStatus(of: .error) else {
            return false
        }
        return text == "\(status.device):\(status.inode)"
    }

    /// The bytes of lines that have left their batch and wait for the reader.
    package var rest: Int { lines.count }

    /// Writes as much of the batch as possible and removes it there.
    package func write(_ batch: inout JournalBatch) {
        switch target {
        case .journal(let socket):
            while !batch.isEmpty {
                datagram.removeAll()
                batch.append(firstTo: &datagram)
                guard isSettled(datagram, by: socket) else { return whenBehind() }
                batch.removeFirst()
            }
        case .lines(let stream):
            repeat {
                if lines.isEmpty { while !batch.isEmpty { batch.moveFirst(asLineTo: &lines) } }
                lines.removeFirst(JournalWriter.settled(of: lines, by: stream))
            } while lines.isEmpty && !batch.isEmpty
            if !lines.isEmpty { whenBehind() }
        }
    }

    /// Whether the journal took the entry or never will.
    private func isSettled(_ datagram: borrowing ByteBuffer, by socket: borrowing DatagramSocket) -> Bool {
        do throws(SystemError) {
            return try socket.offer(datagram.span, to: path)
        } catch {
            // EMSGSIZE concerns this entry; any other error concerns the journal, which may be down for a
            // moment.
            guard error.code == EMSGSIZE else { return false }
            lost += 1
            return true
        }
    }

    /// Returns the number of bytes that are written or never will be.
    private static func settled(of lines: borrowing ByteBuffer, by stream: borrowing NonblockingStream) -> Int
    {
        var written = 0
        while written < lines.count {
            do throws(SystemError) {
                switch try stream.offer(lines.span.extracting(droppingFirst: written)) {
                case .bytes(let count): written += count
                case .wouldBlock: return written
                case .peerGone: return lines.count
                }
            } catch {
                // There is no place to report a failure to log.
                return lines.count
            }
        }
        return written
    }
}
