internal import Text
internal import Time

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

    /// A number of bytes, or of units of 1024 bytes with the suffix `K` or `M`.
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

    /// A whole number with a percent sign.
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

extension Kind<Duration> {
    static func duration(_ range: ClosedRange<Duration>) -> Kind {
        Kind(write: TimeSpan.text) { text, _ throws(Complaint) in
            switch TimeSpan(text) {
            case .duration(let duration) where range.contains(duration): return duration
            case .infinity: throw Complaint(message: "this span cannot be infinite")
            case .duration: throw Complaint(message: "\(Quote.of(text)) is not \(described(range))")
            case nil: throw Complaint(message: notATimeSpan(text))
            }
        }
    }
}

extension Kind<Duration?> {
    /// An optional limit: `infinity` is `nil`.
    static func limit(_ range: ClosedRange<Duration>) -> Kind {
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

/// The time to refresh a token: a share of its lifetime, or a time before it expires.
package enum RefreshPoint: Equatable, Sendable {
    case share(percent: Int)
    case beforeEnd(Duration)
}

extension Kind<RefreshPoint> {
    static var refreshPoint: Kind {
        let share = Kind<Int>.percent(1...99)
        let span = Kind<Duration>.duration(.milliseconds(1)...Bound.day)
        return Kind(
            write: { point in
                switch point {
                case .share(let percent): share.write(percent)
                case .beforeEnd(let duration): span.write(duration)
                }
            },
            read: { text, environment throws(Complaint) in
                text.hasSuffix("%")
                    ? .share(percent: try share.read(text, environment))
                    : .beforeEnd(try span.read(text, environment))
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
enum Bound {
    static let second = Duration.seconds(1)
    static let minute = Duration.seconds(60)
    static let hour = Duration.seconds(3_600)
    static let day = Duration.seconds(86_400)
    static let week = Duration.seconds(604_800)
}
