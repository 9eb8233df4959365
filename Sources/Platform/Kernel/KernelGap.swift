internal import CLinux
internal import Glibc

/// A facility that this kernel lacks, and what follows from it.
package struct KernelGap: CustomStringConvertible, Equatable, Sendable {
    private let facility: String
    private let consequence: String

    package var description: String { "\(facility) (\(consequence))" }

    private init(_ facility: String, _ consequence: String) {
        self.facility = facility
        self.consequence = consequence
    }

    /// The gaps of this kernel, found by trying each facility: distributions add new ones to old versions.
    package static func all() throws(SystemError) -> [KernelGap] {
        [
            hidesMemory ? nil : KernelGap("memfd_secret", "secrets are in memory that is locked, not hidden"),
            try namesPeers
                ? nil : KernelGap("SO_PEERPIDFD", "a process is known by its number and start time"),
            try ControlGroupTree().isUnified
                ? nil
                : KernelGap(
                    "control groups of version 2", "unit: and slice: do not match callers over TCP"),
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
