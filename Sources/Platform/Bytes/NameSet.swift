/// A set of names known at compile time.
///
/// A lookup compares only with names of the same length.
package struct NameSet: Sendable {
    private let names: [StaticString]
    /// The index in `names` of the first name of each length.
    private let starts: [Int]

    package init(_ names: [StaticString]) {
        let sorted = names.sorted { $0.utf8CodeUnitCount < $1.utf8CodeUnitCount }
        let longest = sorted.last?.utf8CodeUnitCount ?? 0
        starts = (0...(longest + 1)).map { length in sorted.count { $0.utf8CodeUnitCount < length } }
        self.names = sorted
    }

    package func contains(_ name: Span<UInt8>) -> Bool { index(of: name) != nil }

    /// The index of the name in the order of this set.
    package func index(of name: Span<UInt8>) -> Int? {
        guard name.count + 1 < starts.count else { return nil }
        for index in starts[name.count]..<starts[name.count + 1] where name.equals(names[index]) {
            return index
        }
        return nil
    }

    package subscript(index: Int) -> StaticString { names[index] }
}
