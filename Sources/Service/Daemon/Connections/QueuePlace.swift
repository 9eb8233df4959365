/// Where a client stood among those who waited at one socket: the kernel lets them in in the order they connected in.
struct QueuePlace {
    let listener: ConnectionID
    let number: Int

    /// Whether it connected later; of those who came by different sockets nobody knows.
    func isBehind(_ other: QueuePlace) -> Bool {
        listener == other.listener && number > other.number
    }
}
