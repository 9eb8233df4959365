import Issuing
import Testing
import Time

struct KeyScheduleTests {
    private var schedule = KeySchedule()

    private func at(_ seconds: Int64) -> Instant { Instant(nanosecondsSinceBoot: seconds * 1_000_000_000) }

    @Test mutating func `the keys are not current before the first fetch has ended`() {
        #expect(!schedule.isCurrent && schedule.isDue(at: at(0)))
        schedule.begin(at: at(1))
        #expect(!schedule.isCurrent)
        schedule.end(true)
        #expect(schedule.isCurrent)
        schedule.begin(at: at(3_601))
        #expect(schedule.isCurrent)
        schedule.end(false)
        #expect(!schedule.isCurrent)
    }

    @Test(arguments: [(true, 3_600), (false, 60)])
    mutating func `a provider is asked each hour, and each minute while it fails`(
        succeeds: Bool, seconds: Int64
    ) {
        schedule.begin(at: at(100))
        schedule.end(succeeds)
        #expect(!schedule.isDue(at: at(100 + seconds - 1)))
        #expect(schedule.isDue(at: at(100 + seconds)))
    }

    @Test mutating func `an unknown key makes one question a minute`() {
        schedule.begin(at: at(100))
        #expect(schedule.missed(at: at(101), isFetching: true) == 2)
        schedule.end(true)
        for second in 101..<160 {
            #expect(schedule.missed(at: at(Int64(second)), isFetching: false) == nil)
            #expect(!schedule.isDue(at: at(Int64(second))))
        }
        #expect(schedule.missed(at: at(160), isFetching: false) == 2)
        #expect(schedule.isDue(at: at(160)))
    }

    @Test mutating func `while the provider fails nothing is known of a key`() {
        #expect(schedule.missed(at: at(100), isFetching: false) == 2)
        schedule.begin(at: at(100))
        schedule.end(false)
        #expect(schedule.missed(at: at(110), isFetching: false) == 52)
        #expect(!schedule.isDue(at: at(110)))
    }

    @Test func `a copy counts for a week, and one from the future does`() {
        let now: Int64 = 1_700_000_000
        for (age, isUsable) in [(0, true), (604_800, true), (604_801, false), (now, false), (-86_400, true)] {
            let written = Timestamp(secondsSince1970: now - age)
            #expect(
                KeySchedule.isUsable(copyOf: written, at: Timestamp(secondsSince1970: now)) == isUsable)
        }
    }
}
