extension Span<UInt8> {
    /// Where the first control character stands at or after `start`; a tab is none.
    ///
    /// Text protocols end their lines with one and allow no other, so this finds the end of a line and checks the line.
    package func firstControl(from start: Int) -> Int? {
        let end = endOfRun(of: .line, in: start..<count)
        return end < count ? end : nil
    }
}
