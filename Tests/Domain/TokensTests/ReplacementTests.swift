import Testing
import Time
import Tokens

/// The tokens that may replace one that is still valid.
struct ReplacementTests {
    private func problem(of parts: Parts, replacing present: Credential?, at now: Moment = start)
        -> CredentialError?
    {
        do throws(CredentialError) {
            try parts.received().check(replacing: present, at: now.wall)
            return nil
        } catch {
            return error
        }
    }

    /// Parts of a new token; the present one lives for an hour.
    @Test(
        arguments: [
            (Parts(keyID: "STS.new", secret: "new", token: "new"), nil),
            (Parts(keyID: "STS.new", secret: "new", token: "new", life: 7_200), nil),
            (Parts(), nil), (Parts(life: 3_601), nil), (Parts(token: "new"), .sameKeyOtherToken),
            (Parts(token: ""), .sameKeyOtherToken), (Parts(token: "", life: nil), .sameKeyOtherToken),
            (Parts(secret: "new", life: nil), .sameKeyOtherSecret),
            (Parts(keyID: "STS.new", secret: "new", token: "new", life: 3_599), nil),
            (Parts(secret: "new", token: "new"), .sameKeyOtherSecret),
            (Parts(secret: "new"), .sameKeyOtherSecret),
            (Parts(keyID: "STS.new"), .sameTokenOtherKey),
            (Parts(keyID: "STS.new", secret: "new"), .sameTokenOtherKey),
            (Parts(keyID: "STS.new", life: 7_200), .sameTokenOtherKey),
            (Parts(secret: "secreT"), .sameKeyOtherSecret),
            (Parts(secret: "secre"), .sameKeyOtherSecret),
        ] as [(Parts, CredentialError?)])
    func `a new token is held against the present one`(new: Parts, expected: CredentialError?) throws {
        #expect(problem(of: new, replacing: try Parts().credential()) == expected)
    }

    @Test func `any whole token that lives is better than one that ended`() throws {
        let dead = try Parts(life: 10).credential()
        let now = start.later(by: .seconds(10))
        for new in [Parts(keyID: "STS.new", secret: "new", token: "new"), Parts(life: 11)] {
            #expect(problem(of: new, replacing: dead, at: now) == nil)
        }
        for new in [Parts(secret: "new"), Parts(token: "new"), Parts(keyID: "new")] {
            #expect(problem(of: new, replacing: nil, at: now) == nil)
        }
    }

    /// The clock may be that of the very answer that is judged, or right: a key id never comes with another secret.
    @Test(arguments: [0, 9, 10, 3_600, 86_400] as [Int64])
    func `no clock makes a mixed answer acceptable`(over: Int64) throws {
        let present = try Parts(life: 10).credential()
        let now = start.later(by: .seconds(over))
        let mixed: [(Parts, CredentialError)] = [
            (Parts(secret: "new"), .sameKeyOtherSecret),
            (Parts(secret: "new", token: "new"), .sameKeyOtherSecret),
            (Parts(token: "new"), .sameKeyOtherToken),
            (Parts(keyID: "STS.new"), .sameTokenOtherKey),
        ]
        for (parts, expected) in mixed {
            #expect(throws: expected) {
                try parts.received(at: now).check(replacing: present, at: now.wall)
            }
        }
    }

    @Test(arguments: [0, -1, -3_600, -1_700_000_000])
    func `a token that ended already is worse than none`(life: Int64) throws {
        let ended = CredentialError.expired(since: start.wall + life)
        #expect(problem(of: Parts(life: life), replacing: nil) == ended)
        #expect(problem(of: Parts(life: life), replacing: try Parts().credential()) == ended)
    }

    @Test(arguments: [(604_800, false), (604_801, true)] as [(Int64, Bool)])
    func `a token for longer than a week is rejected`(life: Int64, isTooLong: Bool) {
        let end = start.wall + life
        #expect(problem(of: Parts(life: life), replacing: nil) == (isTooLong ? .endsTooLate(end) : nil))
        #expect(
            CredentialError.endsTooLate(end).description
                == "Expiration in the answer is \(end), more than 7 days ahead; no token lives so long")
    }

    @Test(arguments: [("1970-01-01T00:00:00Z", true), ("9999-12-31T23:59:59Z", false)])
    func `the ends of the calendar are no ends of tokens`(text: String, isPast: Bool) throws {
        let document =
            #"{"AccessKeyId":"k","AccessKeySecret":"s","SecurityToken":"t","Expiration":"\#(text)"}"#
        let received = try DialectReply.credential(
            in: document.utf8Span.span, as: .appServer, at: start.wall, assumedLife: nil)
        let expected: CredentialError =
            isPast
            ? .expired(since: Timestamp(secondsSince1970: 0))
            : .endsTooLate(received.expiration ?? start.wall)
        #expect(throws: expected) { try received.check(replacing: nil, at: start.wall) }
    }

    /// The life of the new one, of the present one, and how many seconds of it are over.
    @Test(
        arguments: [
            (3_600, 3_600, 0, false), (3_599, 3_600, 0, true), (3_601, 3_600, 0, false),
            (nil, 3_600, 0, false), (3_599, nil, 0, false), (1, 3_600, 3_600, false), (1, 3_600, 3_598, true),
        ] as [(Int64?, Int64?, Int64, Bool)])
    func `the one that lives longer is the better one`(
        new: Int64?, present: Int64?, over: Int64, isBetter: Bool
    )
        throws
    {
        let received = try Parts(life: new).received(at: start.later(by: .seconds(over)))
        #expect(received.endsBefore(try Parts(life: present).credential()) == isBetter)
        #expect(!(try Parts(life: new).received().endsBefore(nil)))
    }

    /// Two empty tokens are not the same token.
    @Test func `another key without a token is another key`() throws {
        let present = try Parts(token: "").credential()
        #expect(problem(of: Parts(keyID: "STS.new", secret: "new", token: ""), replacing: present) == nil)
        #expect(problem(of: Parts(secret: "new", token: ""), replacing: present) == .sameKeyOtherSecret)
    }

    @Test(arguments: [
        (Parts(), true), (Parts(keyID: "STS.new"), false), (Parts(secret: "new"), false),
        (Parts(token: "new"), false), (Parts(token: ""), false), (Parts(life: 3_599), false),
        (Parts(life: nil), false),
    ])
    func `the same token is the same in all its parts`(parts: Parts, isSame: Bool) throws {
        #expect(try parts.received().isSame(as: Parts().credential()) == isSame)
        #expect(try !parts.received().isSame(as: nil))
    }

    @Test func `its owner may correct the secret of a key that does not end`() throws {
        let wrong = try Parts(secret: "typo", token: "", life: nil).credential()
        #expect(problem(of: Parts(token: "", life: nil), replacing: wrong) == nil)
    }
}
