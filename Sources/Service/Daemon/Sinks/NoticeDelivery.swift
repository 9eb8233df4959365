internal import EventLoop
internal import Kernel
internal import Settings

/// Tells somebody that a file has changed: a signal to a process, or a command to the service manager.
final class NoticeDelivery {
    private static let systemctl = "/usr/bin/systemctl"

    let notice: SinkNotice
    private let loop: EventLoop
    private var command: ChildProcess?
    private var end: ProcessExit?
    /// The file changed again while the command ran, which may have been too early for that.
    private var isDueAgain = false
    /// Called with the reason for which they were not told; `nil`: they were.
    var whenDone: (String?) -> Void = { _ in }

    init(_ notice: SinkNotice, in loop: EventLoop) {
        self.notice = notice
        self.loop = loop
    }

    /// Never waits: what goes wrong is told by `whenDone`.
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
