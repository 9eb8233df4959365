internal import Commands
internal import Kernel
internal import Time

extension Session {
    /// How long a new credential may stay unnoticed; the answer of the daemon costs it some microseconds.
    private static let interval = 2

    /// Runs the program as a child, and ends as it ends.
    mutating func supervise(_ execution: Execution) throws(Failure) {
        var signals = ChildSignals(
            of: [.terminate, .hangup, .user1, .user2], unlessOfTerminal: [.interrupt])
        var generation = try generation(of: execution)
        var child = try start(execution)
        var restart = Restart()
        while true {
            switch signals.next(within: Self.interval) {
            case .signal(let signal):
                restart.note(ends: signal == .terminate, hangsUp: signal == .hangup)
                try? child.handle.send(signal)
            case .childEnded:
                guard let end = try? child.reap() else { continue }
                guard restart.isDue else { ThisProcess.exit(end.status) }
                child = try start(execution)
                restart = Restart()
            case .nothing:
                if restart.mustKill(at: now) { try? child.handle.send(.kill) }
                // A daemon that is away now may be back when the credential is due.
                guard let newer = try? self.generation(of: execution), newer != generation else { continue }
                generation = newer
                tell(child.handle, of: execution.rotation, &restart)
            }
        }
    }

    /// Lets the program know that there is another credential.
    private func tell(
        _ program: borrowing ProcessHandle, of rotation: Execution.Rotation, _ restart: inout Restart
    ) {
        if let signal = rotation.signal {
            try? program.send(signal)
        } else if restart.begin(at: now) {
            try? program.send(.terminate)
        }
    }

    private var now: Instant { Instant(nanosecondsSinceBoot: KernelClock.bootNanoseconds()) }

    private mutating func generation(of execution: Execution) throws(Failure) -> Int? {
        do throws(Failure) {
            let answer = try ask(.status, for: StatusAnswer.self)
            guard execution.profile != nil || answer.profiles.count == 1 else {
                throw Failure(.usage, "--on-rotation needs --profile where there are several")
            }
            return answer.generation(of: execution.profile)
        } catch {
            hangUp()
            throw error
        }
    }

    /// The child is this program again, which becomes the other: so no secret is ever here.
    private func start(_ execution: Execution) throws(Failure) -> ChildProcess {
        do throws(SystemError) {
            return try ChildProcess(
                try ThisProcess.executable(), arguments: socketWords + execution.wordsOfOneRun,
                environment: ThisProcess.variables,
                inheriting: [.standardInput, .standardOutput, .standardError])
        } catch {
            throw Failure(error, of: execution.words[0])
        }
    }
}

extension Execution.Rotation {
    fileprivate var signal: Signal? {
        guard case .signal(let name) = self else { return nil }
        switch name {
        case "hup": return .hangup
        case "int": return .interrupt
        case "term": return .terminate
        case "usr1": return .user1
        default: return .user2
        }
    }
}

extension Termination {
    /// As shells say it.
    fileprivate var status: Int32 {
        switch self {
        case .exited(let status): status
        case .killed(let signal): 128 + signal
        }
    }
}
