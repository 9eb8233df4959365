extension Span<UInt8> {
    /// Where the first control character stands at or after `start`; a tab is none.
    ///
    /// Text protocols end their lines with one and allow no other, so this finds the end of a line and checks the line.
    package func firstControl(from start: Int) -> Int? {
        var position = start
        while let found = firstControlOrTab(from: position) {
            guard self[found] == 0x09 else { return found }
            position = found + 1
        }
        return nil
    }

    /// Looks at eight bytes at a time, and at the last few one by one.
    private func firstControlOrTab(from start: Int) -> Int? {
        unsafe withUnsafeBytes { bytes in
            var position = start
            while position <= bytes.count - 8 {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                let marks = UInt64(littleEndian: word).controlMarks
                if marks != 0 { return position + marks.trailingZeroBitCount / 8 }
                position += 8
            }
            while position < bytes.count {
                let byte = unsafe bytes[position]
                if byte < 0x20 || byte == 0x7F { return position }
                position += 1
            }
            return nil
        }
    }
}

extension UInt64 {
    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// The highest bit of the first byte below 0x20 or equal to 0x7F; above it there may be false ones.
    ///
    /// Subtracting 0x20 borrows from the highest bit of a byte that is less, if the bit was not set before; 0x7F is what
    /// becomes 0 by `^ 0x7F` and is then less than 1. A borrow spoils only the bytes above.
    fileprivate var controlMarks: UInt64 {
        let isLow = (self &- .ones &* 0x20) & ~self
        let withoutDelete = self ^ (.ones &* 0x7F)
        let isDelete = (withoutDelete &- .ones) & ~withoutDelete
        return (isLow | isDelete) & .highBits
    }
}
