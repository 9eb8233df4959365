package import Bytes

/// A few desks, each with the call that was served at it last.
///
/// Programs that take turns, or one that both reads and writes, find the words of their last call at one of them.
package struct Desks: ~Copyable {
    package let all = InlineArray<4, Cell<SigningDesk>> { _ in Cell(SigningDesk()) }
    private var present = 0
    private var oldest = 1

    package init() {}

    /// Reads a body, at the desk that knows it but for its key, or else at the one whose call was read before those of all
    /// others; says which one that is.
    package mutating func read(
        _ body: Span<UInt8>, for route: SigningRoute, from sender: Int
    ) throws(Problem) -> Int {
        if all[present].value.readNextKey(of: body, for: route, from: sender) { return present }
        for other in all.indices
        where other != present && all[other].value.readNextKey(of: body, for: route, from: sender) {
            present = other
            return other
        }
        present = oldest
        oldest = (oldest + 1) % all.count
        try all[present].value.read(body, for: route, from: sender)
        return present
    }
}
