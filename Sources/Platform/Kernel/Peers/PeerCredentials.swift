internal import CLinux
internal import Glibc

/// Who connected, as the kernel knew it at that moment.
package struct PeerCredentials: Equatable, Sendable {
    /// In our own namespace; 0 when the process is in none that we can see.
    package let process: Int32
    package let user: UInt32
    package let group: UInt32

    package init(process: Int32, user: UInt32, group: UInt32) {
        self.process = process
        self.user = user
        self.group = group
    }
}

extension Descriptor {
    /// Who is at the other end of a Unix socket.
    package func peerCredentials() throws(SystemError) -> PeerCredentials {
        var peer = linux_credentials()
        try SystemError.check(unsafe linux_peer_credentials(number, &peer), "getsockopt SO_PEERCRED")
        return PeerCredentials(process: peer.pid, user: peer.uid, group: peer.gid)
    }

    /// The supplementary groups of the peer when it connected.
    package func peerGroups() throws(SystemError) -> [UInt32] {
        var capacity = 64
        while true {
            var count: Int32 = 0
            // Nearly all have few, for which the stack has room.
            let (result, groups) = unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity) {
                let result = unsafe linux_peer_groups(number, $0.baseAddress, Int32(capacity), &count)
                return (result, unsafe result < 0 ? [] : Array($0.prefix(Int(count))))
            }
            guard result == -ERANGE else {
                try SystemError.check(result, "getsockopt SO_PEERGROUPS")
                return groups
            }
            capacity = max(Int(count), capacity * 2)
        }
    }

    /// The label of the peer when it connected; `nil` where no security module keeps any.
    package func peerLabel() throws(SystemError) -> String? {
        var label = [UInt8](repeating: 0, count: 4_096)
        var length: Int32 = 0
        let result = unsafe label.withUnsafeMutableBytes { room in
            unsafe linux_peer_label(
                number, room.assumingMemoryBound(to: CChar.self).baseAddress, Int32(room.count), &length)
        }
        if result == -ENOPROTOOPT { return nil }
        try SystemError.check(result, "getsockopt SO_PEERSEC")
        // Some modules count the zero at the end, others have none.
        let text = label.prefix(Int(length)).prefix { $0 != 0 }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    /// The process that connected, not one that got its number later; `nil` from kernels before 6.5.
    package func peerProcess() throws(SystemError) -> ProcessHandle? {
        let result = linux_peer_pidfd(number)
        if result == -ENOPROTOOPT { return nil }
        return ProcessHandle(Descriptor(owning: try SystemError.check(result, "getsockopt SO_PEERPIDFD")))
    }
}
