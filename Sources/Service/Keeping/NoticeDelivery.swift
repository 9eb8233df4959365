internal import Bytes
internal import EventLoop
internal import Kernel
internal import Settings
internal import Text

/// Notifies the reader of a file: by a signal to a process, or a command to the service manager.
final class NoticeDelivery {
    private static let systemctl = "/usr/bin/systemctl"

    let notice: SinkNotice
    private let loop: EventLoop
    private var command: ChildProcess?
    private var end: ProcessExit?
    /// The file changed while the command ran, so the command may have seen the old one.
    private var isDueAgain = false
    /// Called with the reason of a failure, or `nil` after success.
    var whenDone: (String?) -> Void = { _ in }

    init(_ notice: SinkNotice, in loop: EventLoop) {
        self.notice = notice
        self.loop = loop
    }

    /// Does not block; `whenDone` reports the result.
    func deliver() {
        guard command == nil else {
            isDueAgain = true
            return
        }
        do throws(SystemError) {
            switch notice.addressee {
            case .pidFile(let path): try signal(processIn: path)
            case .unit(let name): try run(arguments(for: name))
            }
        } catch {
            whenDone("\(error)")
        }
    }

    private func signal(processIn path: String) throws(SystemError) {
        guard let file = try PidFile(path), let signal = notice.verb.signal else {
            return whenDone("\(path): there is no process number in it")
        }
        let process = try ProcessHandle(process: file.process)
        guard try file.isEntitled else {
            return whenDone(
                "\(path): is of user \(file.status.user), and others may write it or process \(file.process) is another user's"
            )
        }
        try process.send(signal)
        whenDone(nil)
    }

    private func arguments(for unit: String) -> [String] {
        let verb =
            notice.verb.isSignal
            ? ["kill", "--kill-whom=main", "--signal=\(notice.verb.rawValue)"]
            : ["--no-block", notice.verb.rawValue]
        return ["--no-ask-password"] + verb + ["--", unit]
    }

    private func run(_ arguments: [String]) throws(SystemError) {
        let child = try ChildProcess(
            NoticeDelivery.systemctl, arguments: arguments, environment: [], inheriting: [.standardError])
        end = try ProcessExit(of: child.handle, on: loop) { [unowned self] in finish() }
        command = consume child
    }

    private func finish() {
        end = nil
        guard var ended = command.take() else { return }
        switch try? ended.reap() {
        case .exited(0): whenDone(nil)
        case let termination?: whenDone("systemctl \(termination)")
        case nil: break
        }
        guard isDueAgain else { return }
        isDueAgain = false
        deliver()
    }
}

extension SinkNotice.Verb {
    fileprivate var signal: Signal? {
        switch self {
        case .reload, .restart: nil
        case .hangup: .hangup
        case .interrupt: .interrupt
        case .terminate: .terminate
        case .user1: .user1
        case .user2: .user2
        }
    }
}

/// A file that names a process.
struct PidFile {
    let process: Int32
    let status: FileStatus

    /// `nil` if the file contains no number.
    init?(_ path: String) throws(SystemError) {
        let file = try File.openTrusted(path)
        status = try FileStatus(of: file)
        let text: ByteBuffer
        do throws(SystemError) {
            text = try file.contents(atMost: 32)
        } catch {
            throw SystemError(call: error.call, code: error.code, path: path)
        }
        guard let number = text.span.lineNumber, number > 1, number <= Int(Int32.max) else { return nil }
        process = Int32(number)
    }

    /// Whether the writer of the file may signal that process; otherwise any user could make the daemon signal any process.
    var isEntitled: Bool {
        get throws(SystemError) {
            guard status.mode & 0o022 == 0 else { return false }
            if status.user == 0 || status.user == ThisProcess.user { return true }
            return try ProcessDirectory(process: process).users().allSatisfy { $0 == status.user }
        }
    }
}

extension Span<UInt8> {
    /// The number on the first line.
    fileprivate var lineNumber: Int? {
        let end = firstIndex(of: UInt8(ascii: "\n")) ?? count
        return extracting(first: end).decimalValue
    }
}
