internal import Sections
internal import Time

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
