internal import Text
internal import Time

extension Kind<Int> {
    package static func count(_ range: ClosedRange<Int>) -> Kind {
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

    /// A whole number with a percent sign.
    package static func percent(_ range: ClosedRange<Int>) -> Kind {
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
    package static var mode: Kind {
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

extension Kind<Duration> {
    package static func duration(_ range: ClosedRange<Duration>) -> Kind {
        Kind(write: TimeSpan.text) { text, _ throws(Complaint) in
            switch TimeSpan(text) {
            case .duration(let duration) where range.contains(duration): return duration
            case .infinity: throw Complaint(message: "this span cannot be infinite")
            case .duration: throw Complaint(message: "\(Quote.of(text)) is not \(described(range))")
            case nil: throw Complaint(message: notATimeSpan(text))
            }
        }
    }

    /// The range of durations that STS accepts.
    package static var roleDuration: Kind { .duration(.seconds(900)...Duration.seconds(43_200)) }
}

extension Kind<Duration?> {
    /// An optional limit: `infinity` is `nil`.
    package static func limit(_ range: ClosedRange<Duration>) -> Kind {
        Kind(
            write: { $0.map(TimeSpan.text) ?? "infinity" },
            read: { text, _ throws(Complaint) in
                switch TimeSpan(text) {
                case .duration(let duration) where range.contains(duration): return duration
                case .infinity: return nil
                case .duration:
                    throw Complaint(message: "\(Quote.of(text)) is not \(described(range)), or infinity")
                case nil: throw Complaint(message: notATimeSpan(text))
                }
            })
    }
}

private func notATimeSpan(_ text: String) -> String {
    "\(Quote.of(text)) is no time span such as 90, 15min or 1h 30min"
}

private func described(_ range: ClosedRange<Duration>) -> String {
    "from \(TimeSpan.text(of: range.lowerBound)) to \(TimeSpan.text(of: range.upperBound))"
}

/// Common bounds of durations.
package enum Bound {
    package static let second = Duration.seconds(1)
    package static let minute = Duration.seconds(60)
    package static let hour = Duration.seconds(3_600)
    package static let day = Duration.seconds(86_400)
    package static let week = Duration.seconds(604_800)
}
