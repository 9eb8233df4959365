internal import CLinux
internal import Glibc

/// A facility that this process does not find, and what follows from it.
package struct KernelGap: CustomStringConvertible, Equatable, Sendable {
    private let facility: String
    private let consequence: String

    package var description: String { "\(facility) (\(consequence))" }

    private init(_ facility: String, _ consequence: String) {
        self.facility = facility
        self.consequence = consequence
    }

    /// The gaps of this kernel, and of what this process sees of it, found by trying each facility: distributions add new ones to old versions.
    package static func all() throws(SystemError) -> [KernelGap] {
        [
            hidesMemory ? nil : KernelGap("memfd_secret", "secrets are in memory that is locked, not hidden"),
            try namesPeers
                ? nil : KernelGap("SO_PEERPIDFD", "a process is known by its number and start time"),
            try ControlGroupTree().isUnified
                ? nil
                : KernelGap(
                    "the tree of control groups of version 2 at \(ControlGroupTree.root)",
                    "unit: and slice: do not match callers over TCP"),
        ].compactMap(\.self)
    }

    private static var hidesMemory: Bool {
        guard let memory = unsafe linux_secret_memory(1) else { return false }
        unsafe munmap(memory, 1)
        return true
    }

    private static var namesPeers: Bool {
        get throws(SystemError) {
            var pair = try SocketPair()
            return try pair.take().peerProcess() != nil
        }
    }
}
