internal import Time

/// That the operator let a token be forgotten.
struct Forgotten {
    let at: Timestamp
    /// Where it still is, all the same.
    var leftBehind: String?
}
