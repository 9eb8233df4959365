/// How far a large body is read that is read in pieces: behind so many of its keys.
struct LargeReading {
    let offset: Int
    let keys: Int

    /// In bytes; takes a fraction of a millisecond.
    static let piece = 65_536
    /// To copy costs less than to read.
    static let copiedPiece = 524_288
}
