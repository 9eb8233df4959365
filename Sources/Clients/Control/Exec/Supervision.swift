internal import Kernel
internal import OSSAuthClient
package import Time

/// The action after a rotation of the credential.
package enum Rotation: Equatable, Sendable {
    /// None: the program replaces this process.
    case ignore
    case restart
    case signal(String)

    static let signals = ["hup", "int", "term", "usr1", "usr2"]

    init(_ word: String?) {
        switch word {
        case nil, "ignore": self = .ignore
        case "restart": self = .restart
        case let name?: self = .signal(name)
        }
    }

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

/// Runs a program as a child that hears of each new credential.
struct Supervision {
    /// The seconds between two requests for the generation, which cost the daemon some microseconds.
    private static let interval = 2

    private let program: String
    private let profile: String?
    private let rotation: Rotation
    private let wordsOfOneRun: [String]

    init(of program: String, _ profile: String?, _ rotation: Rotation, wordsOfOneRun: [String]) {
        self.program = program
        self.profile = profile
        self.rotation = rotation
        self.wordsOfOneRun = wordsOfOneRun
    }

    /// Exits with the status of the program.
    func run(_ session: inout Session) throws(Failure) -> Never {
        var signals = ChildSignals(
            of: [.terminate, .hangup, .user1, .user2], sharedWithChild: [.interrupt])
        var generation = try generation(&session)
        var child = try start(session)
        var restart = Restart()
        while true {
            switch signals.next(within: Self.interval) {
            case .signal(let signal):
                restart.note(ends: signal == .terminate, hangsUp: signal == .hangup)
                child.send(signal)
            case .childEnded:
                guard let end = try? child.reap() else { continue }
                guard restart.isDue else { ThisProcess.exit(end.status) }
                child = try start(session)
                restart = Restart()
            case .nothing:
                if restart.mustKill(at: now) { child.send(.kill) }
                // An unreachable daemon may be back before the credential ends.
                guard let newer = try? self.generation(&session), newer != generation else { continue }
                generation = newer
                tell(child, &restart)
            }
        }
    }

    /// Tells the program that there is another credential.
    private func tell(_ program: borrowing ChildProcess, _ restart: inout Restart) {
        if let signal = rotation.signal {
            program.send(signal)
        } else if restart.begin(at: now) {
            program.send(.terminate)
        }
    }

    private var now: Instant { Instant(nanosecondsSinceBoot: KernelClock.bootNanoseconds()) }

    private func generation(_ session: inout Session) throws(Failure) -> Int? {
        let answer = try session.ask(.status, for: SigningDaemon.Status.self)
        guard profile != nil || answer.profiles.count == 1 else {
            throw Failure(.usage, "--on-rotation needs --profile where there are several")
        }
        return answer.generation(of: profile)
    }

    /// The child is this program again, which executes the other one: so the supervisor has no secret.
    private func start(_ session: borrowing Session) throws(Failure) -> ChildProcess {
        do throws(SystemError) {
            return try ChildProcess(
                try ThisProcess.executable(), arguments: session.socketWords + wordsOfOneRun,
                environment: ThisProcess.variables,
                inheriting: [.standardInput, .standardOutput, .standardError])
        } catch {
            throw Failure(error, of: program)
        }
    }
}

extension Termination {
    /// The exit status in the form of shells.
    fileprivate var status: Int32 {
        switch self {
        case .exited(let status): status
        case .killed(let signal): 128 + signal
        }
    }
}

/// The state of a restart: the program is stopped, and killed if it does not stop.
package struct Restart: Equatable, Sendable {
    /// The stop timeout, as in systemd.
    private static let patience = Duration.seconds(90)

    private var deadline: Instant?
    private var isForbidden = false

    package init() {}

    /// Whether to start the program again after it ends.
    package var isDue: Bool { deadline != nil && !isForbidden }

    /// Begins a restart; `false`: one is in progress, or restarts are over.
    package mutating func begin(at now: Instant) -> Bool {
        guard deadline == nil, !isForbidden else { return false }
        deadline = now + Restart.patience
        return true
    }

    /// Notes a signal to this program: after SIGTERM, or SIGHUP during a restart, it starts no other child.
    package mutating func note(ends: Bool, hangsUp: Bool) {
        if ends || hangsUp && deadline != nil { isForbidden = true }
    }

    package func mustKill(at now: Instant) -> Bool { deadline.map { $0 <= now } ?? false }
}

extension Failure {
    /// The exit status of shells for a program that cannot be run.
    init(_ error: SystemError, of program: String) {
        switch error.cause {
        case .missing: self.init(.notFound, "there is no program '\(program)'")
        default: self.init(.notExecutable, "'\(program)' cannot be run: \(error)")
        }
    }
}
