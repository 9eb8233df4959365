internal import Bytes

extension Span<UInt8> {
    /// Compares without case; `text` must be in lower case.
    package func equalsIgnoringCase(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && hasPrefixIgnoringCase(text)
    }

    /// Compares without case; `prefix` must be in lower case.
    package func hasPrefixIgnoringCase(_ prefix: StaticString) -> Bool {
        guard count >= prefix.utf8CodeUnitCount else { return false }
        return prefix.withBytes { letters in
            for index in 0..<letters.count where self[index].lowercased != letters[index] { return false }
            return true
        }
    }

    package func hasSuffix(_ suffix: StaticString) -> Bool {
        count >= suffix.utf8CodeUnitCount && extracting(last: suffix.utf8CodeUnitCount).equals(suffix)
    }

    package var containsControl: Bool {
        for index in 0..<count where self[index].isControl { return true }
        return false
    }

    /// The text without spaces and tabs at both ends.
    package var trimmed: Span<UInt8> {
        @_lifetime(copy self) get {
            var start = 0
            var end = count
            while start < end, self[start].isBlank { start += 1 }
            while end > start, self[end - 1].isBlank { end -= 1 }
            return extracting(start..<end)
        }
    }

    /// The text without spaces, line ends and other control characters at both ends.
    package var withoutWhiteSpace: Span<UInt8> {
        @_lifetime(copy self) get {
            var range = 0..<count
            while let last = range.last, self[last] <= 0x20 { range.removeLast() }
            while let first = range.first, self[first] <= 0x20 { range.removeFirst() }
            return extracting(range)
        }
    }

    /// The value of an unsigned whole number; `nil` for any other character or on overflow.
    package var decimalValue: Int? {
        guard count > 0 else { return nil }
        var value = 0
        for index in 0..<count {
            guard self[index].isDigit else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(self[index] - UInt8(ascii: "0")))
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }

    /// Whether the bytes are UTF-8 (RFC 3629).
    package var isUTF8: Bool {
        var index = countOfASCIIPrefix
        while index < count {
            if self[index] < 0x80 {
                index += 1
            } else if let width = scalarWidth(at: index) {
                index += width
            } else {
                return false
            }
        }
        return true
    }

    private func scalarWidth(at index: Int) -> Int? {
        let lead = self[index]
        let width = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard lead >= 0xC2, lead <= 0xF4, index + width <= count else { return nil }
        for offset in 1..<width where self[index + offset] & 0xC0 != 0x80 { return nil }
        // Overlong forms, surrogates, and characters after U+10FFFF.
        switch (lead, self[index + 1]) {
        case (0xE0, ..<0xA0), (0xED, 0xA0...), (0xF0, ..<0x90), (0xF4, 0x90...): return nil
        default: return width
        }
    }
}

extension UInt8 {
    @inlinable package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
    @inlinable package var isLowercase: Bool { self &- UInt8(ascii: "a") < 26 }
    @inlinable package var isUppercase: Bool { self &- UInt8(ascii: "A") < 26 }
    @inlinable package var isAlphanumeric: Bool { isDigit || (self | 0x20).isLowercase }
    /// Whether the byte would end or forge a line.
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
