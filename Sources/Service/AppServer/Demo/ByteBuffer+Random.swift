internal import Bytes
internal import Kernel

extension ByteBuffer {
    /// Appends random letters and digits, each as likely as any other.
    mutating func append(randomLetters count: Int) {
        var random = ByteBuffer(capacity: count * 2)
        let end = self.count + count
        while self.count < end {
            random.removeAll()
            Randomness.append(count * 2, to: &random)
            for index in 0..<random.count where self.count < end { append(letterFor: random[index]) }
        }
    }

    /// Nothing for the last 8 of 256 values, which would make the first 8 letters more likely.
    private mutating func append(letterFor byte: UInt8) {
        guard byte < 248 else { return }
        switch byte % 62 {
        case let digit where digit < 10: append(UInt8(ascii: "0") + digit)
        case let letter where letter < 36: append(UInt8(ascii: "A") + letter - 10)
        case let letter: append(UInt8(ascii: "a") + letter - 36)
        }
    }
}
