internal import CLinux
internal import Glibc

/// A program that we started.
///
/// If the value ends while the program runs, it kills the program.
package struct ChildProcess: ~Copyable, Sendable {
    /// Its own until it is reaped: a system call cannot meet another process by this number, on any kernel.
    package let process: Int32
    private let isGroup: Bool
    private var isReaped = false

    /// Starts the program at a path with exactly these arguments, environment (`NAME=value`) and descriptors.
    ///
    /// A group is killed together with all processes that the program started and that did not leave the
    /// group.
    package init(
        _ program: String, arguments: [String], environment: [String],
        inheriting descriptors: [InheritedDescriptor], asGroup isGroup: Bool = false
    ) throws(SystemError) {
        guard let words = CStringArray([program] + arguments), let variables = CStringArray(environment)
        else {
            throw SystemError(call: "posix_spawn", code: EINVAL)
        }
        var actions = try SpawnActions(inheriting: descriptors, asGroup: isGroup)
        process = try unsafe withPath(program, "posix_spawn") {
            unsafe actions.spawn($0, words, variables)
        }
        self.isGroup = isGroup
    }

    deinit {
        guard !isReaped else { return }
        if isGroup { _ = kill(-process, SIGKILL) }
        _ = kill(process, SIGKILL)
        var end = linux_exit()
        _ = retryingShim { unsafe linux_wait(process, WEXITED, &end) }
    }

    package var isRunning: Bool {
        var end = linux_exit()
        let options = WEXITED | WNOHANG | WNOWAIT
        return !isReaped && retryingShim { unsafe linux_wait(process, options, &end) } == 0
    }

    /// Ignores a child that has already ended.
    package func send(_ signal: Signal) {
        if !isReaped { signal.send(to: process) }
    }

    /// Returns how the child ended, or `nil` while it runs.
    package mutating func reap() throws(SystemError) -> Termination? {
        try reap(WEXITED | WNOHANG)
    }

    /// Waits for the end; for programs without other work.
    package mutating func wait() throws(SystemError) -> Termination {
        while true {
            if let status = try reap(WEXITED) { return status }
        }
    }

    /// Waits for the end until `deadline` on the boot clock, then fails with `ETIMEDOUT`.
    package mutating func wait(until deadline: Int64) throws(SystemError) -> Termination {
        while true {
            if let status = try reap() { return status }
            guard KernelClock.bootNanoseconds() < deadline else {
                throw SystemError(call: "waitid", code: ETIMEDOUT)
            }
            // A kernel before 5.3 has no descriptor that says when a process ends.
            ThisProcess.pause()
        }
    }

    private mutating func reap(_ options: Int32) throws(SystemError) -> Termination? {
        precondition(!isReaped, "a child ends once")
        var end = linux_exit()
        let result = retryingShim { unsafe linux_wait(process, options, &end) }
        guard try SystemError.check(result, "waitid") > 0 else { return nil }
        isReaped = true
        return Termination(end)
    }
}

/// How a process ended.
package enum Termination: Equatable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)

    init(_ end: linux_exit) {
        self = end.code == Int32(CLD_EXITED) ? .exited(end.status) : .killed(signal: end.status)
    }
}

extension Termination: CustomStringConvertible {
    package var description: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .killed(let signal): "killed by signal \(signal)"
        }
    }
}
