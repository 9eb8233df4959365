internal import Kernel

/// Clients who were let in one behind the other, before anything is done for the first.
struct Newcomers: ~Copyable {
    /// So many, then the others are served again.
    private var sockets = InlineArray<64, Descriptor?> { _ in nil }
    private(set) var count = 0
    private var taken = 0

    var areMany: Bool { count == sockets.count }

    mutating func append(_ socket: consuming Descriptor) {
        sockets[count] = consume socket
        count += 1
    }

    mutating func next() -> Descriptor? {
        guard taken < count else { return nil }
        taken += 1
        return sockets[taken - 1].take()
    }
}
