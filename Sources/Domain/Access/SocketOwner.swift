/// The owner of a TCP socket, by the description that the kernel gives of it (`sock_diag(7)`).
package struct SocketOwner: Equatable, Sendable {
    package let user: UInt32
    /// The id of the control group in which the socket was made; 0: the kernel is older than Linux 5.8.
    package let controlGroup: UInt64

    /// The state of a socket, as TCP counts them.
    package enum State: UInt8 {
        case established = 1
        case listening = 10
    }

    /// `INET_DIAG_CGROUP_ID`.
    private static let controlGroupAttribute: UInt64 = 21

    /// Reads a `struct inet_diag_msg` with its attributes; `nil`: the state is another one, or the description incomplete.
    package init?(_ description: Span<UInt8>, in state: State = .established) {
        let size = 72
        // A closed socket has no inode, and the kernel reports root as its user.
        guard description.count >= size, description[1] == state.rawValue,
            description.number(at: 68, size: 4) != 0
        else { return nil }
        user = UInt32(truncatingIfNeeded: description.number(at: 64, size: 4))
        controlGroup = SocketOwner.controlGroup(in: description.extracting(droppingFirst: size))
    }

    private static func controlGroup(in attributes: Span<UInt8>) -> UInt64 {
        var start = 0
        while start + 4 <= attributes.count {
            let length = Int(attributes.number(at: start, size: 2))
            guard length >= 4, length <= attributes.count - start else { return 0 }
            if attributes.number(at: start + 2, size: 2) == controlGroupAttribute {
                return length == 12 ? attributes.number(at: start + 4, size: 8) : 0
            }
            start += (length + 3) & ~3
        }
        return 0
    }
}

extension Span<UInt8> {
    /// A number in the byte order of x86-64 and arm64.
    fileprivate func number(at start: Int, size: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in (start..<start + size).reversed() { number = number << 8 | UInt64(self[index]) }
        return number
    }
}
