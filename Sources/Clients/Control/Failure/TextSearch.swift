extension String {
    /// Whether it contains the other text.
    func holds(_ other: String) -> Bool { place(of: other) != nil }

    /// The text with the first occurrence of `old` replaced.
    func exchanging(_ old: String, for new: String) -> String {
        guard let place = place(of: old) else { return self }
        let bytes = Array(utf8)
        return String(decoding: bytes[..<place.lowerBound], as: UTF8.self) + new
            + String(decoding: bytes[place.upperBound...], as: UTF8.self)
    }

    /// A plain search: `contains` and `replacing` of the standard library would link its regular expressions.
    ///
    /// The place is one of bytes.
    func place(of other: String, from start: Int = 0) -> Range<Int>? {
        let wanted = Array(other.utf8)
        let bytes = Array(utf8)
        guard bytes.count >= start + wanted.count else { return nil }
        let place = (start...bytes.count - wanted.count).first {
            bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
        }
        return place.map { $0..<$0 + wanted.count }
    }
}
