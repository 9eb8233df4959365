extension UInt8 {
    @inlinable package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
    @inlinable package var isLowercase: Bool { self &- UInt8(ascii: "a") < 26 }
    @inlinable package var isUppercase: Bool { self &- UInt8(ascii: "A") < 26 }
    @inlinable package var isAlphanumeric: Bool { isDigit || (self | 0x20).isLowercase }
    /// What would end or forge a line wherever the byte is written.
    @inlinable package var isControl: Bool { self < 0x20 || self == 0x7F }
    @inlinable package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    @inlinable package var lowercased: UInt8 { isUppercase ? self | 0x20 : self }

    /// The value of a hexadecimal digit.
    @inlinable package var hexValue: UInt8? {
        if isDigit { return self - UInt8(ascii: "0") }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }
}
