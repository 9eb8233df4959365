extension String {
    /// Whether the other text is somewhere in it.
    func holds(_ other: String) -> Bool {
        let wanted = Array(other.utf8)
        let bytes = Array(utf8)
        guard !wanted.isEmpty else { return true }
        guard bytes.count >= wanted.count else { return false }
        return (0...bytes.count - wanted.count).contains {
            bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
        }
    }
}
