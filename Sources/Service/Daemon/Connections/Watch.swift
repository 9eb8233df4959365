/// How far a client has read that watches.
struct Watch {
    /// The number of the first event that it has not seen; `nil`: it gets the state first.
    var position: Int?
    /// There is something for it, and its socket is being waited for.
    var isBehind = false
    let isChunked: Bool

    init(isChunked: Bool) {
        self.isChunked = isChunked
    }
}
