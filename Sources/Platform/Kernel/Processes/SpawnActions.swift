internal import CLinux
internal import Glibc

/// What a child does between its birth and its program: gets its descriptors, loses all others, forgets our
/// signals.
///
/// glibc keeps no address of the two structures, only what they point to, which this value frees.
@safe struct SpawnActions: ~Copyable {
    private var files = unsafe posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
    private var copies: [Int32] = []

    init(inheriting descriptors: [InheritedDescriptor], asGroup isGroup: Bool) throws(SystemError) {
        unsafe require(posix_spawn_file_actions_init(&files))
        unsafe require(posix_spawnattr_init(&attributes))
        let free = (descriptors.map(\.target).max() ?? 2) + 1
        for descriptor in descriptors {
            // Copied above all targets first: the target of one may be the source of another.
            let copy = retrying { fcntl(descriptor.source, F_DUPFD_CLOEXEC, free) }
            copies.append(try SystemError.check(copy, "fcntl"))
            unsafe require(posix_spawn_file_actions_adddup2(&files, copy, descriptor.target))
        }
        for number in 0..<free where !descriptors.contains(where: { $0.target == number }) {
            unsafe require(posix_spawn_file_actions_addclose(&files, number))
        }
        unsafe require(linux_spawn_close_from(&files, free))
        resetSignals()
        setFlags(asGroup: isGroup)
    }

    deinit {
        for copy in copies { close(copy) }
        var files = unsafe files
        var attributes = attributes
        _ = unsafe posix_spawn_file_actions_destroy(&files)
        _ = unsafe posix_spawnattr_destroy(&attributes)
    }

    /// The loop blocks the signals that it listens to; a child that inherited this could not be asked to end.
    private mutating func resetSignals() {
        var all = sigset_t()
        var none = sigset_t()
        _ = unsafe sigfillset(&all)
        _ = unsafe sigemptyset(&none)
        unsafe require(posix_spawnattr_setsigdefault(&attributes, &all))
        unsafe require(posix_spawnattr_setsigmask(&attributes, &none))
    }

    /// A group has the number of its first process, which is what a new set of attributes says.
    private mutating func setFlags(asGroup isGroup: Bool) {
        let signals = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        let flags = isGroup ? signals | POSIX_SPAWN_SETPGROUP : signals
        unsafe require(posix_spawnattr_setflags(&attributes, Int16(flags)))
    }

    private func require(_ code: Int32) {
        precondition(code == 0, "out of memory for a child")
    }

    /// The number of the child, or a negative code.
    mutating func spawn(_ path: UnsafePointer<CChar>, _ arguments: CStringArray, _ environment: CStringArray)
        -> Int32
    {
        var process: pid_t = 0
        let code = unsafe arguments.withPointers { arguments in
            unsafe environment.withPointers { environment in
                unsafe posix_spawn(&process, path, &files, &attributes, arguments, environment)
            }
        }
        return code == 0 ? process : -code
    }
}
