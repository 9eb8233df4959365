import TestSupport
import Testing
import Time
import Tokens

/// Ten thousand hosts that ask one AppServer for tokens of an hour.
///
/// Requests are counted by whole minutes: in one second there are only five or six, whose number varies by chance alone
/// up to three times the mean. In a minute there are 333, and chance makes the fullest of 300 minutes 1.17 times as
/// full as the mean minute, so that a limit of 1.3 speaks of the schedule.
struct FleetTests {
    private static let hosts = 10_000
    private static let hours = 6

    /// How many tokens the AppServer hands out in each second, when it is down for the seconds of `outage`.
    private func load(outage: Range<Int> = 0..<0, seed: UInt64) throws -> [Int] {
        var random = SeededRandom(seed: seed)
        var schedules = [RefreshSchedule](
            repeating: RefreshSchedule(policy: RefreshPolicy()), count: Self.hosts)
        var due = [[Int]](repeating: [], count: Self.hours * 3_600)
        for host in schedules.indices { schedules[host].begin(at: start.boot) }
        due[0] = Array(schedules.indices)
        for second in due.indices {
            let now = start.later(by: .seconds(second))
            let credential = try Parts().credential(at: now)
            for host in due[second] {
                #expect(schedules[host].step(at: now.boot) == .fetch)
                if outage.contains(second) {
                    schedules[host].failed(.passing, retryAfter: nil, at: now.boot, random: random.next())
                } else {
                    schedules[host].received(credential, at: now, random: random.next())
                }
                let delay = try #require(schedules[host].delay(after: now)) / .seconds(1)
                let next = second + max(1, Int(delay.rounded(.up)))
                if next < due.count { due[next].append(host) }
            }
        }
        return due.map(\.count)
    }

    /// The fullest minute next to the mean one.
    private func peak(of seconds: ArraySlice<Int>) -> Double {
        let minutes = stride(from: seconds.startIndex, to: seconds.endIndex, by: 60).map {
            seconds[$0..<$0 + 60].reduce(0, +)
        }
        return Double(minutes.max() ?? 0) * Double(minutes.count) / Double(minutes.reduce(0, +))
    }

    @Test func `hosts that were started together do not come back together`() throws {
        let load = try load(seed: 5)
        #expect(load[0] == Self.hosts)
        #expect(peak(of: load[3_600...]) <= 1.3)
        // Not even in the first hour, from the first minute on.
        #expect(peak(of: load[60..<3_600]) <= 1.5)
    }

    @Test func `hosts that found their server down together do not go on together`() throws {
        let load = try load(outage: 3_600..<9_000, seed: 6)
        #expect(peak(of: load[(9_000 + 3_600)...]) <= 1.3)
    }

    @Test func `spreading costs no more than one request of each host`() throws {
        let total = try load(seed: 7).reduce(0, +)
        // One at the start, and one each half hour; the first interval is half as long on average.
        #expect(total <= Self.hosts * (1 + Self.hours * 2 + 1))
    }
}
