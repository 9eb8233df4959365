extension String {
    /// Whether the other text is somewhere in it.
    func holds(_ other: String) -> Bool { place(of: other) != nil }

    /// The same with another text in the place of the first one that is this.
    func exchanging(_ old: String, for new: String) -> String {
        guard let place = place(of: old) else { return self }
        let bytes = Array(utf8)
        return String(decoding: bytes[..<place.lowerBound], as: UTF8.self) + new
            + String(decoding: bytes[place.upperBound...], as: UTF8.self)
    }

    /// Where its bytes are; in `contains` and `replacing` of the standard library is the engine of regular expressions.
    private func place(of other: String) -> Range<Int>? {
        let wanted = Array(other.utf8)
        let bytes = Array(utf8)
        guard bytes.count >= wanted.count else { return nil }
        let start = (0...bytes.count - wanted.count).first {
            bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
        }
        return start.map { $0..<$0 + wanted.count }
    }
}
