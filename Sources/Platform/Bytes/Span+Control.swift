extension Span<UInt8> {
    /// Whether every byte is printed ASCII without a blank, so that it is one word of a header.
    package var isVisibleASCII: Bool {
        for index in 0..<count where !(0x21...0x7E).contains(self[index]) { return false }
        return true
    }

    /// Where the first control character stands at or after `start`; a tab is none.
    ///
    /// Text protocols end their lines with one and allow no other, so this finds the end of a line and checks the line.
    package func firstControl(from start: Int) -> Int? {
        let end = endOfRun(of: .line, in: start..<count)
        return end < count ? end : nil
    }
}
