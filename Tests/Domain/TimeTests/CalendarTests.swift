import Testing
import Time

struct CalendarTests {
    /// Counts days one year at a time, from the 1st of January of the year 1, which was a Monday.
    @Test func `agrees with a slow count of days at the edges of every year`() {
        var day: Int64 = -719_162
        for year in 1...9_999 {
            let isLeap = year.isMultiple(of: 400) || year.isMultiple(of: 4) && !year.isMultiple(of: 100)
            expect(year, 1, 1, isDay: day)
            expect(year, 2, 28, isDay: day + 58)
            expect(year, 2, 29, isDay: isLeap ? day + 59 : nil)
            expect(year, 3, 1, isDay: day + (isLeap ? 60 : 59))
            expect(year, 12, 31, isDay: day + (isLeap ? 365 : 364))
            day += isLeap ? 366 : 365
        }
    }

    @Test(arguments: [1, 1900, 1970, 2000, 2023, 2024, 2100, 9_999])
    func `agrees with a slow count of days through a whole year`(year: Int) throws {
        let isLeap = [2000, 2024].contains(year)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var day = try #require(midnight(year, 1, 1)).day
        for (index, length) in lengths.enumerated() {
            for dayOfMonth in 1...length {
                expect(year, index + 1, dayOfMonth, isDay: day)
                day += 1
            }
            #expect(midnight(year, index + 1, length + 1) == nil)
        }
    }

    @Test(arguments: [
        (1970, 1, 1, 4), (2023, 12, 16, 6), (2024, 2, 29, 4), (2000, 1, 1, 6), (1, 1, 1, 1), (1969, 7, 20, 0),
        (9_999, 12, 31, 5),
    ])
    func `knows the day of the week`(year: Int, month: Int, day: Int, weekday: Int) {
        #expect(midnight(year, month, day)?.weekday == weekday)
    }

    @Test(arguments: [
        (0, 1, 1, 0, 0, 0), (10_000, 1, 1, 0, 0, 0), (2023, 0, 1, 0, 0, 0), (2023, 13, 1, 0, 0, 0),
        (2023, 1, 0, 0, 0, 0),
        (2023, 4, 31, 0, 0, 0), (2023, 1, 1, 24, 0, 0), (2023, 1, 1, 0, 60, 0), (2023, 1, 1, 0, 0, 60),
        (2023, 1, 1, -1, 0, 0), (1900, 2, 29, 0, 0, 0),
    ])
    func `refuses numbers out of their range`(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
    ) {
        let civil = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        #expect(Timestamp(civil) == nil)
    }

    @Test(arguments: [0, 1, 59, 60, 3_599, 3_600, 86_399, 86_400, -1, -86_400, -86_401, 1_702_743_657])
    func `takes seconds apart and puts them together`(seconds: Int64) {
        let time = Timestamp(secondsSince1970: seconds)
        #expect(Timestamp(CivilTime(time)) == time)
    }

    private func midnight(_ year: Int, _ month: Int, _ day: Int) -> Timestamp? {
        Timestamp(CivilTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0))
    }

    /// Compares both ways, without a macro for each of the many days.
    private func expect(_ year: Int, _ month: Int, _ day: Int, isDay number: Int64?) {
        let time = midnight(year, month, day)
        let seconds = number.map { $0 * 86_400 }
        if time?.secondsSince1970 != seconds {
            Issue.record("\(year)-\(month)-\(day) is not day \(number ?? 0)")
        }
        guard let number, let seconds else { return }
        let last = CivilTime(Timestamp(secondsSince1970: seconds + 86_399))
        if last != CivilTime(year: year, month: month, day: day, hour: 23, minute: 59, second: 59) {
            Issue.record("day \(number) is not \(year)-\(month)-\(day)")
        }
        let weekday = Int((number + 719_162) % 7 + 1) % 7
        if time?.weekday != weekday { Issue.record("\(year)-\(month)-\(day) is not weekday \(weekday)") }
    }
}
