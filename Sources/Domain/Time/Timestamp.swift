/// A whole second of UTC, the only notion of wall-clock time that signing and tokens know.
package struct Timestamp: Equatable, Comparable, Hashable, Sendable {
    package var secondsSince1970: Int64

    package init(secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    package static func + (time: Timestamp, seconds: Int64) -> Timestamp {
        Timestamp(secondsSince1970: time.secondsSince1970 + seconds)
    }

    /// How many seconds lie between two times.
    package static func - (left: Timestamp, right: Timestamp) -> Int64 {
        left.secondsSince1970 - right.secondsSince1970
    }
}

extension Timestamp {
    /// The years that every format can write with four digits: 0001 to 9999.
    package static let representable = Timestamp(secondsSince1970: -62_135_596_800)...Timestamp(secondsSince1970: 253_402_300_799)
}
