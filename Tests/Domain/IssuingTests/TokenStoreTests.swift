import Access
import Bytes
import Issuing
import Testing
import Time
import Tokens

struct TokenStoreTests {
    private var store = TokenStore(limit: 10, rate: Rate(count: 1_000, per: .seconds(1)))

    /// Both clocks, so many seconds after the start.
    private func at(_ seconds: Int64) -> Moment {
        Moment(
            wall: Timestamp(secondsSince1970: 1_700_000_000 + seconds),
            boot: Instant(nanosecondsSinceBoot: seconds * 1_000_000_000))
    }

    private func question(
        _ user: String = "alice", by proof: Proof = .token, in section: String = "[Group g]",
        policy: String = "{}"
    ) throws -> IssueQuestion {
        let name = ProvenName(try #require(UserName(user)), by: proof)
        return IssueQuestion(
            for: Principal(name, in: section), profile: "media", policy: policy, duration: nil,
            place: UserPlace(of: name.user, under: UserTerms(name: "g")))
    }

    private func token(_ id: String, at seconds: Int64, life: Int64 = 3_600) throws -> IssuedToken {
        let received = try ReceivedCredential(
            keyID: id.utf8Span.span, secret: "secret".utf8Span.span, securityToken: "token".utf8Span.span,
            expiration: at(seconds + life).wall)
        let token = IssuedToken(received, to: try question(), at: at(seconds).wall)
        return try #require(token)
    }

    /// The step as a word: `serve ID`, `ask`, `wait` or `refuse REASON SECONDS`.
    private mutating func step(_ question: IssueQuestion, at seconds: Int64) -> String {
        switch store.step(for: question, at: at(seconds)) {
        case .serve(let token): "serve \(token.keyID)"
        case .ask: "ask"
        case .wait: "wait"
        case .refuse(let failure, let retryAfter): "refuse \(failure.reason.rawValue) \(retryAfter)"
        }
    }

    @Test mutating func `a thousand requests of one user are one question`() throws {
        let question = try question()
        var steps: [String] = []
        for _ in 0..<1_000 { steps.append(step(question, at: 0)) }
        #expect(steps == ["ask"] + Array(repeating: "wait", count: 999))
        store.take(.success(try token("a", at: 0)), to: question, at: at(1).boot)
        for _ in 0..<1_000 { steps.append(step(question, at: 1)) }
        #expect(steps.dropFirst(1_000).allSatisfy { $0 == "serve a" })
    }

    @Test mutating func `a token is served until half of its life`() throws {
        let question = try question()
        _ = step(question, at: 0)
        store.take(.success(try token("a", at: 0)), to: question, at: at(0).boot)
        #expect(step(question, at: 1_799) == "serve a")
        #expect(step(question, at: 1_800) == "ask")
    }

    @Test mutating func `a token is served to its end while the daemon does not answer`() throws {
        let question = try question()
        _ = step(question, at: 0)
        store.take(.success(try token("a", at: 0)), to: question, at: at(0).boot)
        for seconds in stride(from: Int64(1_800), to: 3_540, by: 100) {
            #expect(step(question, at: seconds) == "ask")
            store.take(.failure(IssueFailure(.unreachable, "")), to: question, at: at(seconds).boot)
            #expect(step(question, at: seconds) == "serve a")
        }
        store.take(.failure(IssueFailure(.unreachable, "")), to: question, at: at(3_541).boot)
        #expect(step(question, at: 3_541).hasPrefix("refuse unreachable"))
    }

    @Test mutating func `failures are retried after pauses that double up to a minute`() throws {
        let question = try question()
        var seconds: Int64 = 0
        var pauses: [String] = []
        for _ in 0..<8 {
            #expect(step(question, at: seconds) == "ask")
            store.take(.failure(IssueFailure(.invalid, "")), to: question, at: at(seconds).boot)
            let refusal = step(question, at: seconds)
            pauses.append(String(refusal.split(separator: " ")[2]))
            seconds += Int64(pauses[pauses.count - 1]) ?? 0
        }
        #expect(pauses == ["1", "2", "4", "8", "16", "32", "60", "60"])
    }

    @Test mutating func `the pause is at least as long as the daemon says`() throws {
        let question = try question()
        _ = step(question, at: 0)
        let busy = IssueFailure(.busy, "", retryAfter: .seconds(30))
        store.take(.failure(busy), to: question, at: at(0).boot)
        #expect(step(question, at: 0) == "refuse busy 30")
        #expect(step(question, at: 29) == "refuse busy 1")
        #expect(step(question, at: 30) == "ask")
    }

    @Test mutating func `a changed policy gets another token, and an old answer is dropped`() throws {
        let (old, new) = (try question(), try question(policy: #"{"a":1}"#))
        #expect(step(old, at: 0) == "ask")
        #expect(step(new, at: 0) == "ask")
        store.take(.success(try token("old", at: 0)), to: old, at: at(1).boot)
        #expect(step(new, at: 1) == "wait")
        store.take(.success(try token("new", at: 0)), to: new, at: at(1).boot)
        #expect(step(new, at: 1) == "serve new")
    }

    @Test mutating func `users do not share a token`() throws {
        let (alice, bob) = (try question(), try question("bob"))
        _ = step(alice, at: 0)
        store.take(.success(try token("a", at: 0)), to: alice, at: at(0).boot)
        #expect(step(bob, at: 0) == "ask")
    }

    /// They took each other's place, and spent a question with each request.
    @Test mutating func `users of one name by two proofs, or of two sections, do not share a token`() throws {
        store = TokenStore(limit: 10, rate: Rate(count: 4, per: .seconds(60)))
        let questions = [
            try question(), try question(by: .jwt), try question(by: .certificate, in: "[User alice]"),
            try question(by: .certificate, in: "[Group hosts]"),
        ]
        for (number, question) in questions.enumerated() {
            #expect(step(question, at: 0) == "ask")
            store.take(.success(try token("\(number)", at: 0)), to: question, at: at(0).boot)
        }
        for _ in 0..<100 {
            for (number, question) in questions.enumerated() {
                #expect(step(question, at: 1) == "serve \(number)")
            }
        }
    }

    @Test mutating func `it keeps as many tokens as it may, and drops those that end first`() throws {
        for number in 0..<25 {
            let question = try question("user\(number)")
            #expect(step(question, at: 0) == "ask")
            let life = Int64(3_600 + number)
            store.take(.success(try token("a\(number)", at: 0, life: life)), to: question, at: at(0).boot)
            #expect(store.count <= 10)
        }
        #expect(step(try question("user24"), at: 0) == "serve a24")
        #expect(step(try question("user0"), at: 0) == "ask")
    }

    @Test mutating func `above the rate the daemon is not asked, and a token that works is served`()
        throws
    {
        store = TokenStore(limit: 10, rate: Rate(count: 2, per: .seconds(10)))
        #expect(step(try question("alice"), at: 0) == "ask")
        #expect(step(try question("bob"), at: 0) == "ask")
        #expect(step(try question("carol"), at: 0) == "refuse busy 5")
        #expect(step(try question("carol"), at: 4) == "refuse busy 1")
        #expect(step(try question("carol"), at: 5) == "ask")
        store.take(
            .success(try token("a", at: 5, life: 3_600)), to: try question("alice"), at: at(5).boot)
        _ = step(try question("dave"), at: 1_810)
        _ = step(try question("erin"), at: 1_810)
        #expect(step(try question("alice"), at: 1_810) == "serve a")
        #expect(step(try question("alice"), at: 1_816) == "ask")
    }
}
