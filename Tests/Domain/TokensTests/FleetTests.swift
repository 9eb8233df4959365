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
        try run(outage: outage, seed: seed).calls
    }

    /// The same, and the tokens in each second.
    ///
    /// `issueRate`: how many tokens there are in a second; the AppServer refuses the other hosts with `Retry-After: 1`.
    /// `isAsked`: programs ask the hosts all the time, and are refused once the token has ended.
    private func run(
        outage: Range<Int>, issueRate: Int = .max, isAsked: Bool = false, seed: UInt64
    ) throws -> (calls: [Int], tokens: [Int]) {
        var random = SeededRandom(seed: seed)
        var schedules = [RefreshSchedule](
            repeating: RefreshSchedule(policy: RefreshPolicy()), count: Self.hosts)
        var due = [[Int]](repeating: [], count: Self.hours * 3_600)
        for host in schedules.indices { schedules[host].begin(at: start.boot) }
        due[0] = Array(schedules.indices)
        var tokens = [Int](repeating: 0, count: due.count)
        var ends = [Int](repeating: 0, count: Self.hosts)
        for second in due.indices {
            let now = start.later(by: .seconds(second))
            let credential = try Parts().credential(at: now)
            for host in due[second] {
                #expect(schedules[host].step(at: now.boot) == .fetch)
                if outage.contains(second) {
                    schedules[host].failed(.passing, retryAfter: nil, at: now.boot, random: random.next())
                } else if tokens[second] == issueRate {
                    schedules[host].failed(.passing, retryAfter: 1, at: now.boot, random: random.next())
                } else {
                    tokens[second] += 1
                    ends[host] = second + 3_600
                    schedules[host].received(credential, at: now, random: random.next())
                }
                let planned = try #require(schedules[host].delay(after: now))
                let life = Duration.seconds(max(0, ends[host] - second))
                if isAsked, planned > life { schedules[host].demand(at: now.boot + life) }
                let asked = try #require(schedules[host].delay(after: now))
                let delay = min(planned, max(life, asked)) / .seconds(1)
                let next = second + max(1, Int(delay.rounded(.up)))
                if next < due.count { due[next].append(host) }
            }
        }
        return (due.map(\.count), tokens)
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

    /// STS gives an account 100 tokens a second, so that `IssueRate=` is 90.
    ///
    /// At this rate 112 s are possible.
    @Test func `hosts that refuse requests in an outage have tokens two minutes after it`() throws {
        let (calls, tokens) = try run(outage: 3_600..<9_000, issueRate: 90, isAsked: true, seed: 8)
        #expect(tokens[9_000..<9_140].reduce(0, +) >= Self.hosts)
        #expect(try #require(tokens.max()) <= 90)
        #expect(try #require(calls[7_200...].max()) <= 450)
    }

    @Test func `spreading costs no more than one request of each host`() throws {
        let total = try load(seed: 7).reduce(0, +)
        // One at the start, and one each half hour; the first interval is half as long on average.
        #expect(total <= Self.hosts * (1 + Self.hours * 2 + 1))
    }
}
