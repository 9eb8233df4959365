internal import CLinux
internal import Glibc

/// A program that we started.
///
/// Letting go of it while it runs kills it, so that none is ever left behind.
package struct ChildProcess: ~Copyable, Sendable {
    package let process: Int32
    package let handle: ProcessHandle
    private let isGroup: Bool
    private var isReaped = false

    /// Starts `program`, a path, with exactly these arguments, this environment (`NAME=value`) and these
    /// descriptors.
    ///
    /// As a group it is killed with all that it started itself and that did not leave.
    package init(
        _ program: String, arguments: [String], environment: [String],
        inheriting descriptors: [InheritedDescriptor], asGroup isGroup: Bool = false
    ) throws(SystemError) {
        guard let words = CStringArray([program] + arguments), let variables = CStringArray(environment)
        else {
            throw SystemError(call: "posix_spawn", code: EINVAL)
        }
        var actions = try SpawnActions(inheriting: descriptors, asGroup: isGroup)
        let number = try unsafe withPath(program, "posix_spawn") {
            unsafe actions.spawn($0, words, variables)
        }
        handle = try ChildProcess.handle(of: number)
        process = number
        self.isGroup = isGroup
    }

    deinit {
        guard !isReaped else { return }
        // Nobody has waited for it, so its number is still that of its group.
        if isGroup { _ = kill(-process, SIGKILL) }
        _ = linux_pidfd_signal(handle.descriptor.number, SIGKILL)
        var end = linux_exit()
        _ = retryingShim { unsafe linux_pidfd_wait(handle.descriptor.number, 1, &end) }
    }
}

extension ChildProcess {
    /// Nobody has waited for the child yet, so the number is still its own.
    private static func handle(of child: Int32) throws(SystemError) -> ProcessHandle {
        do throws(SystemError) {
            return try ProcessHandle(process: child)
        } catch {
            _ = kill(child, SIGKILL)
            _ = retrying { waitpid(child, nil, 0) }
            throw error
        }
    }

    /// How it ended, or `nil` while it runs.
    package mutating func reap() throws(SystemError) -> Termination? {
        try reap(blocks: 0)
    }

    /// Waits for the end; for programs that have nothing else to do.
    package mutating func wait() throws(SystemError) -> Termination {
        while true {
            if let status = try reap(blocks: 1) { return status }
        }
    }

    /// Waits for the end until `deadline` on the boot clock, then fails with `ETIMEDOUT`.
    package mutating func wait(until deadline: Int64) throws(SystemError) -> Termination {
        try handle.descriptor.wait(for: Int16(POLLIN), until: deadline)
        return try wait()
    }

    private mutating func reap(blocks: Int32) throws(SystemError) -> Termination? {
        precondition(!isReaped, "a child ends once")
        var end = linux_exit()
        let result = retryingShim { unsafe linux_pidfd_wait(handle.descriptor.number, blocks, &end) }
        guard try SystemError.check(result, "waitid") > 0 else { return nil }
        isReaped = true
        return Termination(end)
    }
}
