internal import Time

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
    /// `infinity` is `nil`: without a limit.
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
