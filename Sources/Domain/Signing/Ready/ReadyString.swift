package import Time

/// When a string that somebody else composed says that its signature holds.
package enum ReadyString: Equatable {
    /// In a header: from this time on, for as long as OSS tolerates the clock.
    case header(Timestamp)
    /// In a URL: until this time.
    case url(end: Timestamp)
}
