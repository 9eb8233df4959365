/// Names that are known at compile time.
///
/// Whoever asks for one is compared only with those as long as it.
package struct NameSet: Sendable {
    private let names: [StaticString]
    /// Where in `names` those of each length begin.
    private let starts: [Int]

    package init(_ names: [StaticString]) {
        let sorted = names.sorted { $0.utf8CodeUnitCount < $1.utf8CodeUnitCount }
        let longest = sorted.last?.utf8CodeUnitCount ?? 0
        starts = (0...(longest + 1)).map { length in sorted.count { $0.utf8CodeUnitCount < length } }
        self.names = sorted
    }

    package func contains(_ name: Span<UInt8>) -> Bool {
        guard name.count + 1 < starts.count else { return false }
        for index in starts[name.count]..<starts[name.count + 1] where name.equals(names[index]) {
            return true
        }
        return false
    }
}
