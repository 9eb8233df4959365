internal import Bytes
internal import Text

extension JSONReader {
    /// The next value, which must be a whole number.
    @_lifetime(self: copy self)
    package mutating func integer() throws(JSONError) -> Int {
        let written = try number()
        let digits = bytes[written.lowerBound] == UInt8(ascii: "-") ? written.dropFirst() : written
        guard let magnitude = bytes.extracting(digits).decimalValue else {
            throw JSONError(problem: .expected(.number), offset: written.lowerBound)
        }
        return digits == written ? magnitude : -magnitude
    }

    /// Where the next value, which must be a number in any notation, stands.
    @_lifetime(self: copy self)
    package mutating func number() throws(JSONError) -> Range<Int> {
        guard try peek() == .number else { throw failure(.expected(.number)) }
        let start = offset
        _ = takeMark("-")
        if !takeMark("0") { try digits() }
        if takeMark(".") { try digits() }
        if takeMark("e") || takeMark("E") {
            if !takeMark("+") { _ = takeMark("-") }
            try digits()
        }
        return start..<offset
    }

    @_lifetime(self: copy self)
    private mutating func digits() throws(JSONError) {
        let start = offset
        while offset < bytes.count, bytes[offset].isDigit { offset += 1 }
        if offset == start { throw failure(.badNumber) }
    }

    @_lifetime(self: copy self)
    private mutating func takeMark(_ mark: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: mark) else { return false }
        offset += 1
        return true
    }
}
