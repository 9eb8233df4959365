import Time
import Tokens

/// Hosts that ask one AppServer for tokens of an hour, each by a schedule of its own.
struct Fleet {
    static let life: Int64 = 3_600
    private static let boot = Instant(nanosecondsSinceBoot: 1_000_000_000_000)
    private static let wall = Timestamp(secondsSince1970: 1_700_000_000)

    let hosts: Int
    let seconds: Int
    /// The seconds in which the AppServer answers no host.
    var outage = 0..<0
    /// Whether programs ask each host all the time, and are refused once its token has ended.
    var isAsked = false
    /// The tokens that the AppServer hands out in a second; other hosts get 503 with `Retry-After: 1`.
    var issueRate = Int.max

    /// How many calls come in each second.
    func calls(seed: UInt64) throws -> [Int] {
        try run(seed: seed).calls
    }

    /// The calls, and the tokens handed out, in each second.
    func run(seed: UInt64) throws -> (calls: [Int], tokens: [Int]) {
        var chance = Chance(seed: seed)
        var schedules = [RefreshSchedule](repeating: RefreshSchedule(policy: RefreshPolicy()), count: hosts)
        var due = [[Int]](repeating: [], count: seconds)
        var tokens = [Int](repeating: 0, count: seconds)
        var ends = [Int](repeating: 0, count: hosts)
        for host in schedules.indices { schedules[host].begin(at: Fleet.boot) }
        due[0] = Array(schedules.indices)
        for second in due.indices {
            let now = Moment(wall: Fleet.wall + Int64(second), boot: Fleet.boot + .seconds(second))
            let credential = try Fleet.credential(at: now)
            for host in due[second] {
                _ = schedules[host].step(at: now.boot)
                if outage.contains(second) {
                    schedules[host].failed(.passing, retryAfter: nil, at: now.boot, random: chance.next())
                } else if tokens[second] >= issueRate {
                    schedules[host].failed(.passing, retryAfter: 1, at: now.boot, random: chance.next())
                } else {
                    tokens[second] += 1
                    ends[host] = second + Int(Fleet.life)
                    schedules[host].received(credential, at: now, random: chance.next())
                }
                guard let planned = schedules[host].nextAttempt else { continue }
                let end = Fleet.boot + .seconds(max(second, ends[host]))
                if isAsked, planned > end { schedules[host].demand(at: end) }
                let next = min(planned, max(end, schedules[host].nextAttempt ?? planned))
                let later = second + max(1, Int(((next - now.boot) / .seconds(1)).rounded(.up)))
                if later < due.count { due[later].append(host) }
            }
        }
        return (due.map(\.count), tokens)
    }

    private static func credential(at now: Moment) throws(CredentialError) -> Credential {
        let received = try ReceivedCredential(
            keyID: "STS.key".utf8Span.span, secret: "secret".utf8Span.span,
            securityToken: "token".utf8Span.span,
            expiration: now.wall + life)
        return Credential(received, generation: 1, fetchedAt: now.wall)
    }
}
