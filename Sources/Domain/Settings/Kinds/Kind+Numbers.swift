internal import Text

extension Kind<Int> {
    static func count(_ range: ClosedRange<Int>) -> Kind {
        Kind(
            write: { "\($0)" },
            read: { text, _ throws(Complaint) in
                guard let number = text.utf8Span.span.decimalValue, range.contains(number) else {
                    throw Complaint(
                        message:
                            "\(Quote.of(text)) is no number from \(range.lowerBound) to \(range.upperBound)")
                }
                return number
            })
    }

    /// Bytes, or with `K` or `M` behind the number units of 1024 of them.
    static func size(_ range: ClosedRange<Int>) -> Kind {
        Kind(write: writtenSize) { text, _ throws(Complaint) in
            let shift = text.hasSuffix("K") ? 10 : text.hasSuffix("M") ? 20 : 0
            let digits = shift == 0 ? text : String(text.dropLast())
            guard let number = digits.utf8Span.span.decimalValue, number <= range.upperBound,
                range.contains(number << shift)
            else {
                throw Complaint(
                    message: "\(Quote.of(text)) is no size from \(writtenSize(range.lowerBound)) to "
                        + writtenSize(range.upperBound))
            }
            return number << shift
        }
    }

    /// The part of a whole, with a percent sign.
    static func percent(_ range: ClosedRange<Int>) -> Kind {
        Kind(
            write: { "\($0)%" },
            read: { text, _ throws(Complaint) in
                guard text.hasSuffix("%"), let number = String(text.dropLast()).utf8Span.span.decimalValue,
                    range.contains(number)
                else {
                    throw Complaint(
                        message:
                            "\(Quote.of(text)) is no share from \(range.lowerBound)% to \(range.upperBound)%"
                    )
                }
                return number
            })
    }
}

extension Kind<UInt16> {
    /// The permission bits of a file, in octal digits.
    static var mode: Kind {
        Kind(
            write: { "0" + String($0, radix: 8) },
            read: { text, _ throws(Complaint) in
                guard (3...4).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit),
                    let mode = UInt16(text, radix: 8), mode <= 0o777
                else {
                    throw Complaint(message: "\(Quote.of(text)) is no file mode such as 0660")
                }
                return mode
            })
    }
}

private func writtenSize(_ bytes: Int) -> String {
    if bytes % (1 << 20) == 0 { return "\(bytes >> 20)M" }
    return bytes % (1 << 10) == 0 ? "\(bytes >> 10)K" : "\(bytes)"
}
