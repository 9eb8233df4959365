internal import CLinux
internal import Glibc

/// Everything a child does before it runs its program: it gets its descriptors, closes all others and resets
/// signals.
///
/// glibc keeps no address of the two structures, only the memory that they point to, which this value frees.
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
        try SystemError.check(unsafe linux_spawn_close_from(&files, free), "list descriptors")
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

    /// The event loop blocks the signals that it handles; a child that inherits this could not be asked to
    /// end.
    private mutating func resetSignals() {
        var all = sigset_t()
        var none = sigset_t()
        _ = unsafe sigfillset(&all)
        _ = unsafe sigemptyset(&none)
        unsafe require(posix_spawnattr_setsigdefault(&attributes, &all))
        unsafe require(posix_spawnattr_setsigmask(&attributes, &none))
    }

    /// A group has the number of its first process, which is the default of the attributes.
    private mutating func setFlags(asGroup isGroup: Bool) {
        let signals = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        let flags = isGroup ? signals | POSIX_SPAWN_SETPGROUP : signals
        unsafe require(posix_spawnattr_setflags(&attributes, Int16(flags)))
    }

    private func require(_ code: Int32) {
        precondition(code == 0, "out of memory for a child")
    }

    /// Returns the number of the child, or a negated error number.
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

/// An open file for a child, and its number in the child.
///
/// The file must stay open until the child has started.
package struct InheritedDescriptor: Sendable {
    let source: Int32
    let target: Int32

    package init(_ descriptor: borrowing Descriptor, as target: Int32) {
        precondition(target >= 0)
        source = descriptor.number
        self.target = target
    }

    private init(standard number: Int32) {
        source = number
        target = number
    }

    /// The child uses our own stream.
    package static let standardError = InheritedDescriptor(standard: 2)
    package static let standardOutput = InheritedDescriptor(standard: 1)
    package static let standardInput = InheritedDescriptor(standard: 0)
}

/// A null-terminated list of C strings.
struct CStringArray {
    private var bytes: [CChar] = []
    private var starts: [Int] = []

    /// Returns `nil` if a text contains a zero byte, at which C would cut it.
    init?(_ texts: [String]) {
        for text in texts {
            guard !text.utf8.contains(0) else { return nil }
            starts.append(bytes.count)
            bytes.append(contentsOf: text.utf8CString)
        }
        // Makes sure that there is an address even for an empty list.
        bytes.append(0)
    }

    /// Lends the list; the addresses are valid only inside `body`.
    func withPointers(_ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32) -> Int32 {
        var bytes = bytes
        return unsafe bytes.withUnsafeMutableBufferPointer { text in
            var pointers = unsafe starts.map { start in unsafe text.baseAddress.map { unsafe $0 + start } }
            unsafe pointers.append(nil)
            return unsafe pointers.withUnsafeMutableBufferPointer { list in
                guard let first = list.baseAddress else { return -EINVAL }
                return unsafe body(first)
            }
        }
    }
}
