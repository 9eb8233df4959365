internal import Bytes
internal import Glibc
package import Kernel

/// Where log entries go: to the journal when it reads our standard error anyway, else there, as lines.
///
/// Nothing here waits for whoever reads: what is not taken now stays where it is, for another attempt.
package final class JournalWriter {
    private enum Way: ~Copyable {
        case journal(DatagramSocket)
        case lines(PromptStream)
    }

    /// As much as libsystemd asks for; most systems give less.
    private static let room: Int32 = 8 * 1_024 * 1_024

    package let isJournal: Bool
    private let way: Way
    private let path: String
    /// Used again for each entry.
    private var datagram = ByteBuffer()
    /// What left its batch as lines; perhaps a part of the first is written.
    private var lines = ByteBuffer()

    /// Entries that nobody will read; who writes the log says so, and begins anew.
    package var lost = 0

    package init(journal path: String = "/run/systemd/journal/socket") throws(SystemError) {
        self.path = path
        isJournal = JournalWriter.journalReadsStandardError
        way =
            isJournal ? .journal(try DatagramSocket(room: JournalWriter.room)) : .lines(PromptStream(.error))
    }

    /// `JOURNAL_STREAM` says which file the journal reads; whoever redirected standard error did not change
    /// it.
    private static var journalReadsStandardError: Bool {
        guard let text = ThisProcess.variable("JOURNAL_STREAM"), let status = FileStatus(of: .error) else {
            return false
        }
        return text == "\(status.device):\(status.inode)"
    }
}

extension JournalWriter {
    /// How many bytes of lines wait for their reader that are in no batch any more.
    package var rest: Int { lines.count }

    /// Takes out of the batch what goes its way now.
    package func write(_ batch: inout JournalBatch) {
        switch way {
        case .journal(let socket):
            while !batch.isEmpty {
                datagram.removeAll()
                batch.append(firstTo: &datagram)
                guard isSettled(datagram, by: socket) else { return }
                batch.removeFirst()
            }
        case .lines(let stream):
            repeat {
                if lines.isEmpty { while !batch.isEmpty { batch.moveFirst(asLineTo: &lines) } }
                lines.removeFirst(JournalWriter.settled(of: lines, by: stream))
            } while lines.isEmpty && !batch.isEmpty
        }
    }

    /// Whether the journal has it, or never will.
    private func isSettled(_ datagram: borrowing ByteBuffer, by socket: borrowing DatagramSocket) -> Bool {
        do throws(SystemError) {
            return try socket.offer(datagram.span, to: path)
        } catch {
            // All else is about the journal, which may not be there at this moment; this is about the entry.
            guard error.code == EMSGSIZE else { return false }
            lost += 1
            return true
        }
    }

    /// How many bytes are written, or never will be.
    private static func settled(of lines: borrowing ByteBuffer, by stream: borrowing PromptStream) -> Int {
        var written = 0
        while written < lines.count {
            do throws(SystemError) {
                switch try stream.offer(lines.span.extracting(droppingFirst: written)) {
                case .bytes(let count): written += count
                case .wouldBlock: return written
                case .peerGone: return lines.count
                }
            } catch {
                // Whom should a failure to log be told?
                return lines.count
            }
        }
        return written
    }
}
