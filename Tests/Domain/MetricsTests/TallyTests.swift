import API
import Access
import Metrics
import Testing
import Tokens

struct TallyTests {
    private static let problems: [(Problem, Verdict)] = [
        (.malformed(.emptyBody), .invalid), (.noSuchRoute, .invalid), (.noSuchProfile(), .invalid),
        (.methodNotAllowed(allow: "GET"), .invalid), (.tooLarge(limit: 1), .invalid),
        (.invalidRequest(.configuration("")), .invalid), (.notAllowed(Refusal(.rule)), .notAllowed),
        (.rateLimited(.requests(rule: "web", rate: nil), retryAfter: 1), .rateLimited),
        (
            .noCredential(Problem.Lack(.noneYet, of: "p", state: .never, lastError: nil, retryAfter: 1)),
            .noCredential
        ),
    ]

    @Test func `has a place of its own for each kind and verdict`() {
        for kind in RequestKind.allCases {
            let tally = Tally()
            tally.noteAnswer(to: kind)
            for (problem, _) in TallyTests.problems { tally.note(problem, to: kind) }
            for other in RequestKind.allCases {
                let counts = Verdict.allCases.map { tally.count(of: other, $0) }
                #expect(counts == (other == kind ? [1, 1, 1, 6, 1, 0] : [0, 0, 0, 0, 0, 0]))
            }
        }
    }

    @Test(arguments: TallyTests.problems.indices)
    func `tells errors of the client from those of the daemon`(index: Int) {
        let (problem, verdict) = TallyTests.problems[index]
        #expect(Verdict(problem) == verdict)
    }

    @Test func `counts the limits that answers tell of`() {
        let tally = Tally()
        tally.note(.rateLimited(.requests(rule: "web", rate: nil), retryAfter: 1), to: .presign)
        tally.note(.rateLimited(.memory, retryAfter: 1), to: .presign)
        tally.note(.tooLarge(limit: 1), to: .unknown)
        for limit in Limit.allCases { tally.note(limit) }
        #expect(Limit.allCases.map { tally.count(of: $0) } == [1, 1, 1, 1, 2, 2, 1, 2])
    }

    @Test func `counts failures by their kind`() {
        var tally = ProfileTally()
        for failure in [.passing, .passing, .permanent] as [RefreshFailure] { tally.note(failure) }
        #expect([tally.passing, tally.throttled, tally.permanent] == [2, 0, 1])
    }
}
