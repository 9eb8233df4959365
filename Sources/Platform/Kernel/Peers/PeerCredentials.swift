package import Bytes
internal import CLinux
internal import Glibc

/// The process that connected, as recorded by the kernel at that moment.
package struct PeerCredentials: Equatable, Sendable {
    /// The number in our PID namespace; 0 if the process is in a namespace that we cannot see.
    package let process: Int32
    package let user: UInt32
    package let group: UInt32
    /// The id of the control group in which a TCP socket was made; 0: unknown, or no TCP socket.
    package let controlGroup: UInt64

    package init(process: Int32, user: UInt32, group: UInt32, controlGroup: UInt64 = 0) {
        self.controlGroup = controlGroup
        self.process = process
        self.user = user
        self.group = group
    }
}

extension Descriptor {
    /// Returns the credentials of the other end of a Unix socket.
    package func peerCredentials() throws(SystemError) -> PeerCredentials {
        var peer = linux_credentials()
        try SystemError.check(unsafe linux_peer_credentials(number, &peer), "getsockopt SO_PEERCRED")
        return PeerCredentials(process: peer.pid, user: peer.uid, group: peer.gid)
    }

    /// Returns the supplementary groups of the peer when it connected.
    package func peerGroups() throws(SystemError) -> [UInt32] {
        var capacity = 64
        while true {
            var count: Int32 = 0
            // Most peers have few groups, which fit on the stack.
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

    /// Returns the security label of the peer when it connected; `nil` if no security module keeps labels.
    package func peerLabel() throws(SystemError) -> String? {
        var label = [UInt8](repeating: 0, count: 4_096)
        var length: Int32 = 0
        let result = unsafe label.withUnsafeMutableBytes { room in
            unsafe linux_peer_label(
                number, room.assumingMemoryBound(to: CChar.self).baseAddress, Int32(room.count), &length)
        }
        if result == -ENOPROTOOPT { return nil }
        try SystemError.check(result, "getsockopt SO_PEERSEC")
        // Some modules count a zero at the end.
        let text = label.prefix(Int(length)).prefix { $0 != 0 }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    /// Returns the process that connected, safe from reuse of its number; `nil` on kernels before 6.5.
    package func peerProcess() throws(SystemError) -> ProcessHandle? {
        let result = linux_peer_pidfd(number)
        if result == -ENOPROTOOPT { return nil }
        return ProcessHandle(Descriptor(owning: try SystemError.check(result, "getsockopt SO_PEERPIDFD")))
    }

    /// Returns the name that the peer of a Unix socket is bound to: a path, or a zero and any bytes, or
    /// nothing.
    package func peerName() throws(SystemError) -> ByteBuffer {
        try name("getpeername", ofPeer: true)
    }

    /// Returns the name that the socket itself is bound to.
    package func ownName() throws(SystemError) -> ByteBuffer {
        try name("getsockname", ofPeer: false)
    }

    private func name(_ call: StaticString, ofPeer isOfPeer: Bool) throws(SystemError) -> ByteBuffer {
        let limit = 128
        var name = ByteBuffer(capacity: limit)
        try unsafe name.appendUnsafely(atMost: limit) { room throws(SystemError) in
            var length: Int32 = 0
            let text = unsafe room.assumingMemoryBound(to: CChar.self).baseAddress
            try SystemError.check(
                unsafe linux_unix_name(number, isOfPeer ? 1 : 0, text, Int32(limit), &length), call)
            return Int(length)
        }
        return name
    }
}
