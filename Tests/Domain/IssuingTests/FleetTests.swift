import Access
import Bytes
import Issuing
import IssuingSettings
import Sections
import Settings
import TestSupport
import Testing
import Time
import Tokens

/// 100,000 hosts, each a user of its own with the schedule of the daemon, before one server with its default rate.
struct FleetTests {
    private static let hosts = 100_000
    private static let seconds = 5_400

    private var random = SeededRandom(seed: 27)
    private var store = TokenStore(limit: 200_000, rate: FleetTests.rate)
    private var schedules = [RefreshSchedule](
        repeating: RefreshSchedule(policy: RefreshPolicy()), count: FleetTests.hosts)
    private let questions: [IssueQuestion]
    /// The hosts whose next attempt is in this second.
    private var due = [[Int]](repeating: [], count: FleetTests.seconds + 1)
    private var asked = [Int](repeating: 0, count: FleetTests.seconds)
    private var requests = [Int](repeating: 0, count: FleetTests.seconds)
    private var withToken: Set<Int> = []
    private var lastStart = 0

    private static var rate: Rate {
        let file = SourceFile(path: "x", bytes: Array("[Group g]\nProfile=p\nBucket=b\nAllow=presign\n".utf8))
        let settings = try? IssuingSettings(reading: [file], environment: Environment())
        return settings?.server.issueRate ?? Rate(count: 1, per: .seconds(1))
    }

    init() throws {
        questions = try (0..<FleetTests.hosts).map { host in
            let name = ProvenName(try #require(UserName("host\(host)")), by: .token)
            return IssueQuestion(
                for: Principal(name, in: "[Group g]"), profile: "media", policy: "{}", duration: nil,
                place: UserPlace(of: name.user, under: UserTerms(name: "g")))
        }
    }

    private func at(_ second: Int) -> Moment {
        Moment(
            wall: Timestamp(secondsSince1970: 1_700_000_000 + Int64(second)),
            boot: Instant(nanosecondsSinceBoot: Int64(second) * 1_000_000_000))
    }

    private func received(at second: Int) throws -> ReceivedCredential {
        try ReceivedCredential(
            keyID: "STS.1".utf8Span.span, secret: "secret".utf8Span.span,
            securityToken: "token".utf8Span.span, expiration: at(second + 3_600).wall)
    }

    private mutating func play(_ second: Int) throws {
        let now = at(second)
        // All that are issued in one second are the same here.
        let token = try #require(IssuedToken(try received(at: second), to: questions[0], at: now.wall))
        let credential = Credential(try received(at: second), generation: 1, fetchedAt: now.wall)
        for host in due[second] {
            guard schedules[host].step(at: now.boot) == .fetch else { continue }
            requests[second] += 1
            ask(host, second, token, credential)
            let nanoseconds = try #require(schedules[host].nextAttempt).nanosecondsSinceBoot
            let next = Int((nanoseconds + 999_999_999) / 1_000_000_000)
            if next < FleetTests.seconds { due[max(next, second + 1)].append(host) }
        }
    }

    private mutating func ask(_ host: Int, _ second: Int, _ token: IssuedToken, _ credential: Credential) {
        let now = at(second)
        switch store.step(for: questions[host], at: now) {
        case .ask, .wait:
            asked[second] += 1
            store.take(.success(token), to: questions[host], at: now.boot)
            schedules[host].received(credential, at: now, random: random.next())
            if withToken.insert(host).inserted { lastStart = second }
        case .serve: schedules[host].received(credential, at: now, random: random.next())
        case .refuse(_, let seconds):
            schedules[host].failed(.passing, retryAfter: seconds, at: now.boot, random: random.next())
        }
    }

    /// STS refuses more than 6,000 questions a minute.
    @Test mutating func `a hundred thousand hosts that start together stay below 6,000 questions a minute`()
        throws
    {
        for host in 0..<FleetTests.hosts {
            let second = Int(random.next(upperBound: UInt64(60)))
            schedules[host].begin(at: at(second).boot)
            due[second].append(host)
        }
        for second in 0..<FleetTests.seconds { try play(second) }
        var minute = asked.prefix(60).reduce(0, +)
        var most = minute
        for second in 60..<FleetTests.seconds {
            minute += asked[second] - asked[second - 60]
            most = max(most, minute)
        }
        print(
            "\(asked.reduce(0, +)) questions, \(most) in a minute; all have a token after \(lastStart) s; at most "
                + "\(requests.max() ?? 0) requests in a second")
        #expect(most < 6_000)
        #expect(withToken.count == FleetTests.hosts)
        // 1,112 s are possible at this rate.
        #expect(lastStart < 1_800)
    }
}
