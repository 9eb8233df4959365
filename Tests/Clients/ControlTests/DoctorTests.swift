import Bytes
import CommandLine
import Contract
import JSON
import OSSAuthClient
import TestSupport
import Testing
import Time

@testable import Control

/// The text of findings.
struct DoctorTests {
    private static func status(
        _ members: String, version: String = "1", hasGoodConfiguration: Bool = true
    ) throws -> SigningDaemon.Status {
        let profile = #"{"name":"p","source":"appserver","state":"fresh","remainingSeconds":60\#(members)}"#
        return try SigningDaemon.Status(
            (#"{"version":"\#(version)","pid":1,"uptimeSeconds":5,"ready":true,"#
                + #""configurationGood":\#(hasGoodConfiguration),"profiles":[\#(profile)]}"#).utf8Span.span)
    }

    @Test func `says of the role address what its script says, with the worst first`() throws {
        #expect(Finding.roleAddress("") == nil)
        #expect(Finding.roleAddress("<6>app is given the role a\n")?.verdict == .good)
        // An address that was not asked.
        #expect(Finding.roleAddress("<5>as root the address is asked\n")?.verdict == .unknown)
        #expect(Finding.roleAddress("<4>masked\n<6>app is given the role a\n")?.verdict == .doubtful)
        let bad = try #require(Finding.roleAddress("<4>masked\n<3>the filter is missing\n<6>app\n"))
        #expect(bad.verdict == .bad)
        #expect(page([bad]).hasPrefix("fail     role address: masked; the filter is missing; app\n"))
    }

    private func page(_ findings: [Finding]) -> String {
        Page(ink: Ink(isColoured: false)).text(of: findings)
    }

    @Test(
        arguments: [
            ("", Finding.Verdict.good, "fresh for 1min"),
            (#","fetchedAt":"1970-01-01T00:00:10Z""#, .good, "fetched 10s ago without an error"),
            (
                #","lastError":"it answered 502""#, .doubtful,
                "fresh for 1min, but the last attempt failed: it answered 502"
            ),
            (
                #","lastError":"it answered 502","state":"expired""#, .bad,
                "its credential has ended: it answered 502"
            ),
            (
                #","state":"never""#, .bad,
                "it has no credential fix: 'ossauthctl refresh p' says what its server answers"
            ),
            (
                #","state":"never","fetching":true"#, .doubtful,
                "it has no credential; one is being fetched now fix: wait a moment"
            ),
            (
                #","state":"never","fetching":true,"lastError":"it answered 502""#, .bad,
                "it has no credential: it answered 502"
            ),
            (
                #","lastError":"it answered 502","source":"remote-signer""#, .doubtful,
                "correct what the error says, and see how the next request fares"
            ),
            (#","warnings":["region: V4 needs it"]"#, .doubtful, "fresh for 1min, but: region: V4 needs it"),
            (#","state":"never","source":"manual""#, .bad, "'ossauthctl credentials set p' gives it a token"),
            (
                #","state":"never","source":"manual","required":false"#, .doubtful,
                "it has no credential; it may do without (Required=no) fix: "
                    + "'ossauthctl credentials set p' gives it a token"
            ),
            (
                #","state":"never","required":false"#, .good,
                "it has no credential; one is fetched with the first request"
            ),
            (
                #","state":"expired","required":false"#, .good,
                "its credential has ended; one is fetched with the first request"
            ),
            (
                #","state":"never","required":false,"nextRefreshAt":"1970-01-01T00:00:30Z""#, .doubtful,
                "it has no credential; it may do without (Required=no) fix: 'ossauthctl refresh p'"
            ),
            (
                #","state":"never","required":false,"lastError":"it answered 502""#, .doubtful,
                "no credential: it answered 502; it may do without (Required=no) fix: correct what the error says"
            ),
            (
                #","state":"never","required":false,"source":"chain""#, .doubtful,
                "it has no credential; it may do without (Required=no)"
            ),
            (
                #","state":"never","forgottenAt":"1970-01-01T00:00:10Z""#, .bad,
                "its credential was forgotten 10s ago, as the operator asked fix: 'ossauthctl refresh p' fetches another"
            ),
        ] as [(String, Finding.Verdict, String)])
    func `the doctor reports the state of a profile`(members: String, verdict: Finding.Verdict, words: String)
        throws
    {
        let findings = Finding.profiles(try Self.status(members), at: Timestamp(secondsSince1970: 20))
        #expect(findings.map(\.verdict) == [verdict])
        let text = page(findings).split { $0.isWhitespace }.joined(separator: " ")
        #expect(text.contains(words), "\(text)")
    }

    @Test func `has a finding for each warning`() throws {
        let warnings = #","warnings":["no space","no folder"]"#
        let now = Timestamp(secondsSince1970: 20)
        let well = Finding.profiles(try Self.status(warnings), at: now)
        #expect(well.map(\.verdict) == [.doubtful, .doubtful])
        #expect(page(well).contains("but: no space") && page(well).contains("but: no folder"))
        #expect(page(well).contains("correct what it says"))
        let ill = Finding.profiles(try Self.status(#","state":"expired""# + warnings), at: now)
        #expect(ill.map(\.verdict) == [.bad, .doubtful, .doubtful])
    }

    @Test(arguments: [
        (
            FailureCode.loginRejected,
            "rotate its secret, or ask the operator of the server, then 'ossauthctl refresh p'"
        ),
        (.loginMissing, "the profile sends no login"), (.loginServer, "the login server refuses the client"),
        (.refused, "its own role lacks a right in RAM: show the text to its operator"),
        (.name, "may ask a name server"), (.proxy, "whether Proxy= is right"),
        (.wrongServer, "'curl -i' whether URL= is that of the AppServer"), (.tls, "CAFile="),
        (.unreachable, "see whether the server runs"), (.secretFile, "where systemd finds it"),
        (.helperUnreachable, "fix: 'systemctl start ossauth-fetch.socket', then 'ossauthctl refresh p'"),
        (.helperFailed, "'journalctl --unit \"ossauth-fetch@*\"'"),
        (.host, "needs 'systemctl restart ossauthd'"),
        (.command, "run the command by hand"), (.plainHTTP, "write https in URL="),
        (.via, "correct the profile that Via= names"),
        (.throttled, "fix: none needed here; asked again in 2min"),
        (.server, "fix: none needed here; asked again in 2min"),
        (.otherPlaces, "add the line Map=… of the error to [Profile p], 'ossauthctl reload', then"),
        (.answer, "such as Map=AccessKeyId=/data/AccessKeyId"), (.longLivedKey, "Source=static"),
        (.expiration, "in UTC"), (.tokenEnded, "its Date with 'curl -sI'"), (.mixedAnswer, "see its cache"),
        (.other, "correct what the error says, then 'ossauthctl refresh p'"),
    ])
    func `says what to do about an error`(code: FailureCode, words: String) throws {
        let members =
            #","lastError":"it failed","lastErrorCode":"\#(code.rawValue)","nextRefreshAt":"1970-01-01T00:02:20Z""#
        let findings = Finding.profiles(try Self.status(members), at: Timestamp(secondsSince1970: 20))
        let text = page(findings).split { $0.isWhitespace }.joined(separator: " ")
        #expect(text.contains(words), "\(text)")
    }

    @Test func `names the failed fetch after a forgotten token, and the next attempt that is due`() throws {
        let now = Timestamp(secondsSince1970: 20)
        let forgotten =
            #","state":"never","forgottenAt":"1970-01-01T00:00:10Z","lastError":"gone","lastErrorCode":"server""#
        let text = page(Finding.profiles(try Self.status(forgotten), at: now)).split { $0.isWhitespace }
            .joined(separator: " ")
        #expect(
            text.contains("forgotten 10s ago, as the operator asked; the new fetch fails: gone"), "\(text)")
        #expect(text.contains("none needed here; asked again now"))
    }

    @Test func `a refusal of STS concerns its caller, and an unknown code the text`() throws {
        let refused = #","lastError":"x","lastErrorCode":"refused","source":"assume-role""#
        let now = Timestamp(secondsSince1970: 20)
        #expect(page(Finding.profiles(try Self.status(refused), at: now)).contains("STS refuses the call"))
        let unknown = #","lastError":"x","lastErrorCode":"of-tomorrow""#
        #expect(
            page(Finding.profiles(try Self.status(unknown), at: now)).contains("correct what the error says"))
    }

    @Test(arguments: [("00:05:09", Finding.Verdict.doubtful), ("00:05:10", .good)])
    func `notices tokens that live too short`(end: String, verdict: Finding.Verdict) throws {
        let members = #","fetchedAt":"1970-01-01T00:00:10Z","expiration":"1970-01-01T\#(end)Z""#
        let findings = Finding.profiles(try Self.status(members), at: Timestamp(secondsSince1970: 20))
        #expect(findings.map(\.verdict) == [verdict])
    }

    @Test(arguments: [
        (0, Finding.Verdict.good, "this host and the servers agree on the time"),
        (-90, .doubtful, "this host is 1min 30s ahead of the servers of profile p"),
        (90, .doubtful, "this host is 1min 30s behind the servers of profile p"),
        (900, .doubtful, "'curl -sI' shows its Date"),
        (901, .bad, "15min 1s behind the servers of profile p"),
        (-17_100, .bad, "is it this host ('timedatectl status'), or the AppServer or a proxy before it"),
    ])
    func `compares the clocks`(skew: Int, verdict: Finding.Verdict, words: String) throws {
        let finding = Finding.clock(try Self.status(#","clockSkewSeconds":\#(skew)"#))
        let text = page([finding]).split { $0.isWhitespace }.joined(separator: " ")
        #expect(finding.verdict == verdict && text.contains(words), "\(text)")
    }

    @Test func `notices a daemon of another release, and a socket for root alone`() throws {
        #expect(Finding.daemon(try Self.status(""), thisVersion: "1").verdict == .good)
        #expect(Finding.daemon(try Self.status(""), thisVersion: "2").verdict == .doubtful)
        #expect(Finding.socket(at: "/s", mode: 0o660, group: "www-data") == nil)
        #expect(Finding.socket(at: "/s", mode: 0o666, group: "root") == nil)
        #expect(Finding.socket(at: "/s", mode: 0o660, group: "root")?.verdict == .doubtful)
    }

    @Test func `notices a configuration that is not used`() throws {
        #expect(Finding.configuration(try Self.status("")) == nil)
        let finding = try #require(
            Finding.configuration(try Self.status("", hasGoodConfiguration: false)))
        #expect(
            finding.verdict == .doubtful
                && page([finding]).contains("'journalctl --unit ossauthd' says where"))
    }

    @Test(arguments: [
        ("error", #""/etc/a:1:b.conf:8:7""#, #""'reload' it""#, true, Finding.Verdict.doubtful),
        ("error", #""/etc/a:1:b.conf:8:7""#, #""'reload' it""#, false, .bad),
        ("warning", "null", #""'reload' it""#, false, .doubtful),
        // This user may not read what the daemon reads.
        ("note", "null", "null", false, .unknown),
    ])
    func `has a finding for each one of the check, with its remedy`(
        severity: String, place: String, remedy: String, isRunning: Bool, verdict: Finding.Verdict
    ) throws {
        let finding = #"{"severity":"\#(severity)","place":\#(place),"text":"no","remedy":\#(remedy)}"#
        let text = #"{"newer":[1],"findings":[\#(finding),\#(finding)]}"#
        let expected = Finding(
            "configuration", verdict, place == "null" ? "no" : "/etc/a:1:b.conf:8:7: no",
            fix: remedy == "null" ? nil : "'reload' it")
        #expect(try Finding.checked(text, isRunning: isRunning) == [expected, expected])
        #expect(throws: JSONError.self) { _ = try Finding.checked("ossauthd: no", isRunning: isRunning) }
    }

    @Test func `a host without a profile cannot sign`() throws {
        let status = try SigningDaemon.Status(#"{"ready":true,"profiles":[]}"#.utf8Span.span)
        let findings = Finding.profiles(status, at: Timestamp(secondsSince1970: 20))
        #expect(findings.map(\.verdict) == [.bad] && !findings.isGood)
        #expect(page(findings).contains("add a [Profile NAME] section"))
    }

    @Test func `the doctor notices changes that wait for a restart`() throws {
        #expect(Finding.restart(try Self.status("")) == nil)
        let status = try SigningDaemon.Status(
            #"{"ready":true,"restartNeededFor":["MaxConnections= (a.conf:4)"]}"#.utf8Span.span)
        let finding = try #require(Finding.restart(status))
        #expect(finding.verdict == .doubtful)
        #expect(page([finding]).contains("MaxConnections= (a.conf:4)"))
        #expect(page([finding]).contains("'systemctl restart ossauthd'"))
    }

    @Test func `says what to do about a daemon that cannot be reached`() {
        let failure = Failure(.unreachable(socket: "/s", .noSocket), from: .api, at: "/s")
        #expect(
            page([.unreachable(failure)])
                == "fail     daemon: there is no socket at /s\n"
                + "         fix: start the daemon, or name its socket with --socket\n\nFix one problem.\n"
        )
        // The start of a daemon does not make the file of its socket again.
        #expect(
            page([.unreachable(failure, isGone: true)]).contains("fix: 'systemctl restart ossauthd.socket'\n")
        )
    }

    @Test(arguments: [
        (#"[{"name":"a","allow":["sign"]}]"#, true, Finding.Verdict.good, "yours are [Access a]"),
        (
            #"[{"name":"a","allow":["status"]},{"name":"b","allow":["status","watch"]}]"#, false, .bad,
            "none of yours lets you have anything signed: [Access a] [Access b], so every request is refused"
        ),
        ("[]", false, .bad, "no rule matches you, so every request is refused"),
        ("[]", true, .unknown, "no rule matches you; the admin socket shows everything but signs nothing"),
    ])
    func `says whether this user may have anything signed`(
        rules: String, seesAll: Bool, verdict: Finding.Verdict, sentence: String
    ) throws {
        let identity = try Identity(#"{"uid":7,"rules":\#(rules)}"#.utf8Span.span)
        let finding = Finding.rules(identity, seesAll: seesAll)
        #expect(finding == Finding("rules", verdict, sentence, fix: finding.fix))
        #expect((finding.fix == nil) == (verdict == .good))
    }

    @Test func `says that nothing was signed for a user without a rule`() {
        let page = page([Finding("rules", .unknown, "no rule matches you")])
        #expect(
            page.hasSuffix("\n\nNothing keeps the daemon from signing, but nothing was signed for you.\n"))
    }

    @Test(arguments: [
        (
            "'systemctl unmask a', then 'systemctl start a'", true,
            "'systemctl --user unmask a', then 'systemctl --user start a'"
        ),
        ("see 'journalctl --unit ossauthd'", true, "see 'journalctl --user-unit ossauthd'"),
        ("'systemctl restart ossauthd' after an update", false, "restart the daemon after an update"),
    ])
    func `sends a user with a daemon of its own to the systemd of that user`(
        fix: String, hasSystemd: Bool, expected: String
    ) {
        let finding = Finding("unit", .bad, "it failed", fix: fix).ofOwnDaemon(hasSystemd: hasSystemd)
        #expect(finding == Finding("unit", .bad, "it failed", fix: expected))
    }

    @Test func `is an object for programs, which says first whether all is well`() {
        func json(_ findings: [Finding]) -> String {
            var output = ByteBuffer()
            output.append(findings)
            return output.string
        }
        let good = Finding("clock", .good, "right")
        let check = #"{"id":"clock","name":null,"status":"ok","message":"right","fix":null}"#
        #expect(json([good]) == #"{"ok":true,"checks":[\#(check)]}"#)
        #expect(
            json([good, Finding("profile", of: "p", .doubtful, "m", fix: "f")]).hasPrefix(#"{"ok":true,"#))
        #expect(
            json([Finding("profile", of: "p", .bad, "m", fix: "f")])
                == #"{"ok":false,"checks":[{"id":"profile","name":"p","status":"fail","message":"m","fix":"f"}]}"#
        )
    }

    @Test(arguments: [(0, ""), (1, " One warning."), (12, " 12 warnings.")])
    func `the last line counts the warnings`(count: Int, words: String) {
        let findings =
            [Finding("rules", .good, "right")]
            + (0..<count).map { Finding("profile", of: "p\($0)", .doubtful, "m") }
        let page = Page(ink: Ink(isColoured: false)).text(of: findings)
        #expect(page.hasSuffix("\n\nNothing keeps the daemon from signing for you.\(words)\n"))
    }

    @Test(arguments: [40, 80, 120])
    func `fits the terminal`(columns: Int) {
        let words = [String](repeating: "word", count: 40).joined(separator: " ")
        let page = Page(ink: Ink(isColoured: false), columns: columns)
        let lines = page.text(of: [Finding("a", .bad, words, fix: words)]).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= columns } && lines.contains { $0.count > columns - 6 })
    }
}
