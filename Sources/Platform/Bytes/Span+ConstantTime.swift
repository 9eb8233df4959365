extension Span<UInt8> {
    /// Compares without telling by its time where the first difference is.
    package func equalsInConstantTime(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var difference: UInt8 = 0
        for index in 0..<count { difference |= self[index] ^ other[index] }
        return difference == 0
    }
}
