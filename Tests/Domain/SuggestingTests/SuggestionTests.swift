import Access
import Bytes
import JSON
import TestSupport
import Testing
import Time

@testable import Suggesting

struct SuggestionTests {
    private static let hexadecimal = Array("0123456789abcdef")

    private static func hex(_ count: Int, _ random: inout SeededRandom) -> String {
        String((0..<count).map { _ in hexadecimal.randomElement(using: &random) ?? "0" })
    }

    private static let web = Service(user: 33, name: "www-data", unit: "nginx.service") { random in
        (
            "GET",
            "public/\(["cats", "dogs", "birds"].randomElement(using: &random) ?? "")/\(Int.random(in: 1...9_999, using: &random)).jpg"
        )
    }
    private static let alice = Service(user: 1_000, name: "EXAMPLE|alice+ops", unit: nil) { random in
        (
            ["GET", "PUT"].randomElement(using: &random) ?? "",
            "homes/EXAMPLE|alice+ops/notes/\(Int.random(in: 1...500, using: &random)).txt"
        )
    }
    private static let services = [
        web, alice,
        Service(user: 34, name: "backup", unit: "backup@db.service") { random in
            let day = Int.random(in: 10...28, using: &random)
            return (
                ["GET", "PUT", "DELETE"].randomElement(using: &random) ?? "",
                "backups/db/dt=2026-11-\(day)/12:30 (1)&.txt"
            )
        },
        Service(user: 35, name: "ci", unit: "runner.service") { random in
            ("PUT", "builds/\(hex(40, &random))/log \"x\"'.txt")
        },
        Service(user: 36, name: "uploads", unit: "uploads.service") { random in
            let id = [8, 4, 4, 4, 12].map { hex($0, &random) }.joined(separator: "-")
            return ("PUT", "uploads/2026/\(Int.random(in: 10...12, using: &random))/\(id).bin")
        },
    ]

    /// 100,000 requests, ten in a record as the daemon gathers them.
    private static func uses(_ count: Int = 100_000) -> [(service: Service, wish: Wish, entry: Entry)] {
        var random = SeededRandom(seed: 49)
        return (0..<count / 10).flatMap { number in
            let service = services[number % services.count]
            let first = service.use(&random)
            let keys = [first.key] + (1..<10).map { _ in service.use(&random).key }
            let entry = Entry(
                service, Wish(method: first.method, key: first.key), keys: keys, day: Int64(number % 7))
            return keys.map { (service, Wish(method: first.method, key: $0), entry) }
        }
    }

    @Test func `grants all that five services did, and nothing of their neighbours`() throws {
        let uses = SuggestionTests.uses()
        let entries = stride(from: 0, to: uses.count, by: 10).map { uses[$0].entry }
        let text = suggestion(entries, of: SuggestionTests.services)
        let policy = try policy(text, of: SuggestionTests.services)
        let rules = SuggestionTests.services.map { policy.rules(for: $0.peer) }
        let own = uses.filter { use in
            let index = SuggestionTests.services.firstIndex { $0.user == use.service.user } ?? 0
            return !use.wish.isGranted(by: rules[index])
        }
        #expect(own.isEmpty, "\(own.first?.wish.key ?? "") in \(text)")
        let asked = uses.indices.filter { $0 % 10 < 2 }.flatMap { index in
            zip(SuggestionTests.services, rules).filter { $0.0.user != uses[index].service.user }.map {
                (uses[index].wish, $0.1)
            }
        }
        let granted = asked.filter { wish, rules in wish.isGranted(by: rules) }
        #expect(granted.count * 100 <= asked.count, "\(granted.count) in \(text)")
    }

    @Test(arguments: [
        ("dt=2026-01-01/12:30 (1)&.txt", "dt=2026-01-01/*:*?(*)&.txt"), ("a/*", #"a/\*"#),
        ("a/100%", "a/*%%"),
        ("a/line\nfeed", "a/line?feed"), ("a/what?", #"a/what\?"#), (#"a/back\slash"#, #"a/back\\slash"#),
        ("a/\"b\" 'c'", "a/?b???c?"), ("'a'", "?a?"), ("a/", "a/"), ("a//b", "a//b"), ("web1/x", "web1/x"),
        ("1234567/x", "1234567/x"), ("a/1234567/x", "a/*/x"), ("a/0a1b2c3d/x", "a/*/x"),
        ("a/deadbeef/x", "a/deadbeef/x"),
        ("a/3fa85f64-5717-4562-b3fc-2c963f66afa6", "a/*"), ("a/20260101/x", "a/*/x"),
        ("a/2026-01-01/x", "a/*/x"), ("*1a/x", #"\*1a/x"#),
        ("a/2041.jpg", "a/*.jpg"),
        ("homes/www-data/x", "homes/%u/x"), ("homes/%u/x", "homes/%%u/x"), ("a/é", "a/é"),
        ("a/e\u{301}", "a/e\u{301}"), ("a/\u{9B}x\u{202E}", "a/?x?"),
    ])
    func `writes a key as the configuration reads it`(key: String, pattern: String) throws {
        let text = suggestion([Entry(SuggestionTests.web, Wish(key: key))], of: SuggestionTests.services)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("Key=") }
        #expect(lines.map { Array($0.utf8) } == [Array("Key=\(pattern)".utf8)])
        let rules = try policy(text, of: SuggestionTests.services).rules(for: SuggestionTests.web.peer)
        #expect(Wish(key: key).isGranted(by: rules))
    }

    private static let wide = Entry(web, Wish(key: "a/x"))

    private func lines(_ key: String, of entries: [Entry]) throws -> [String] {
        let text = suggestion(entries, of: SuggestionTests.services)
        _ = try policy(text, of: SuggestionTests.services)
        return text.split(separator: "\n").filter { $0.hasPrefix("\(key)=") }.map {
            String($0.dropFirst(key.utf8.count + 1))
        }
    }

    @Test(arguments: [
        (["a/b1/x", "a/b2/x"], ["a/b*/x"]), (["b1/x", "b2/x"], ["b*/x"]),
        (["b1/x", "b1/y"], ["b1/x", "b1/y"]),
        (["a/x", "a/y", "a/z"], ["a/*"]), (["a/x", "a/y", "a/b/z"], ["a/b/z", "a/x", "a/y"]),
        ((0..<9).map { "a/\(["b", "c", "d", "e", "f", "g", "h", "i", "j"][$0])/x" }, ["a/*/x"]),
        (
            (0..<32).map { "\(String(repeating: "a", count: $0 + 1))/x" },
            (0..<32).map { "\(String(repeating: "a", count: $0 + 1))/x" }
        ),
        ((0..<33).map { "\(String(repeating: "a", count: $0 + 1))/x" }, ["*/x"]),
        ((0..<17).map { "a/\(String(repeating: "b/", count: $0 + 1))x" }, ["a/b/**"]),
        (["a/e\u{301}", "a/é"], ["a/e\u{301}", "a/é"]),
    ])
    func `gathers keys by their folders`(keys: [String], patterns: [String]) throws {
        let entry = Entry(SuggestionTests.web, Wish(key: ""), keys: keys)
        #expect(try lines("Key", of: [entry]).map { Array($0.utf8) } == patterns.map { Array($0.utf8) })
    }

    @Test func `separates callers, buckets and classes, and counts their uses`() throws {
        let unit = Service(user: 33, name: "www-data", unit: #"a\x2db@1.service"#) { _ in ("", "") }
        let session = Service(user: 33, name: "www-data", unit: "session-3.scope") { _ in ("", "") }
        let presign = Wish(operation: .presign, key: "a/x")
        let acl = Wish(method: "PUT", key: "a/x", parameters: ["acl"])
        let entries = [
            Entry(unit, presign), Entry(unit, presign, day: 1),
            Entry(session, Wish(method: "PUT", key: "a/x")),
            Entry(unit, acl, kind: "removal"),
            Entry(session, Wish(method: "HEAD", bucket: "other", key: "b/x")),
        ]
        let text = suggestion(entries, of: SuggestionTests.services)
        #expect(
            text.hasSuffix(
                #"""

                [Access suggested-1]
                Match=user:www-data
                Profile=media
                Bucket=other
                # 1 request on 1 day
                Key=b/x
                # sign: 1 request on 1 day
                Allow=sign
                # HEAD: 1 request on 1 day
                Method=HEAD

                [Access suggested-2]
                Match=user:www-data
                Profile=media
                Bucket=work
                # 1 request on 1 day
                Key=a/x
                # sign: 1 request on 1 day
                Allow=sign
                # PUT: 1 request on 1 day
                Method=PUT

                [Access suggested-3]
                Match=user:www-data unit:a\\x2db@1.service
                Profile=media
                Bucket=work
                # 1 request on 1 day
                Key=a/x
                # sign: 1 request on 1 day
                Allow=sign
                # PUT: 1 request on 1 day
                Method=PUT
                # acl: 1 request on 1 day
                Parameter=acl

                [Access suggested-4]
                Match=user:www-data unit:a\\x2db@1.service
                Profile=media
                Bucket=work
                # 2 requests on 2 days
                Key=a/x
                # presign: 2 requests on 2 days
                Allow=presign
                # GET: 2 requests on 2 days
                Method=GET

                """#), "\(text)")
    }

    @Test func `a name of a section is one that no present rule has`() throws {
        let text = suggestion(
            [SuggestionTests.wide], of: SuggestionTests.services, rules: ["suggested-1", "suggested-2"])
        #expect(text.contains("[Access suggested-3]\n"))
        #expect(text.contains("# Rules that granted nothing: [Access suggested-1] [Access suggested-2]\n"))
    }

    @Test(arguments: ["DOMAIN|bob+x", "two words", ""])
    func `names a user as the configuration reads it, or gives its number`(name: String) throws {
        let user = Service(user: 77, name: name, unit: nil) { _ in ("", "") }
        let start = Timestamp(secondsSince1970: 0)
        var suggestion = Suggestion(from: start) { _ in name.isEmpty ? nil : name }
        if let record = Entry(user, Wish(key: "homes/\(name)/x")).record { suggestion.add(record) }
        let text = suggestion.text(until: start, rules: [])
        #expect(text.contains(name == "DOMAIN|bob+x" ? "\nMatch=user:DOMAIN|bob+x\n" : "\nMatch=uid:77\n"))
        let rules = try policy(text, of: [user]).rules(for: user.peer)
        #expect(Wish(key: "homes/\(name)/x").isGranted(by: rules))
    }

    @Test func `an entry of another unit, another user or another verdict counts nothing`() throws {
        let forged = [
            SuggestionTests.wide.with("_SYSTEMD_UNIT", "evil.service"),
            SuggestionTests.wide.with("_UID", "1000"),
            SuggestionTests.wide.with("OSSAUTHD_VERDICT", "refused"),
        ]
        var twoUnits = SuggestionTests.wide
        twoUnits.add("_SYSTEMD_UNIT", "evil.service")
        #expect(try lines("Key", of: forged + [twoUnits]).isEmpty)
    }

    @Test func `names the days without a record`() throws {
        let entries = [0, 1, 2, 4, 6].map { Entry(SuggestionTests.web, Wish(key: "a/x"), day: $0) }
        let text = suggestion(entries, of: SuggestionTests.services)
        #expect(text.contains("records of 5 of 7 days"))
        #expect(text.contains("\n# Days without a record: 2025-12-02 2025-12-04\n"))
    }

    @Test func `names the longest time without a record, also within a day`() throws {
        let entries = [(0, 0), (0, 5), (0, 22), (1, 3)].map { day, hour in
            Entry(SuggestionTests.web, Wish(key: "a/x"), day: day, hour: hour)
        }
        let start = Timestamp(secondsSince1970: 1_764_374_400)
        var suggestion = Suggestion(from: start) { _ in nil }
        for entry in entries { if let record = entry.record { suggestion.add(record) } }
        var later = suggestion
        #expect(
            suggestion.text(until: start + 30 * 3_600, rules: []).contains(
                "\n# The longest time without a record is 17h, until 2025-11-29T22:00:00Z.\n"))
        #expect(
            later.text(until: start + 48 * 3_600, rules: []).contains(
                "\n# The longest time without a record is 21h, until 2025-12-01T00:00:00Z.\n"))
    }

    @Test func `no rule is suggested for requests that were mostly counted`() throws {
        let write = Entry(SuggestionTests.web, Wish(method: "PUT", key: "a/x"))
        var count = Entry()
        for (name, value) in [
            ("UID", "33"), ("CLASS", "read"), ("VERDICT", "granted"), ("RULE", "web"), ("COUNT", "400"),
        ] {
            count.add("OSSAUTHD_\(name)", value)
        }
        #expect(try lines("Method", of: [SuggestionTests.wide, write, count]) == ["PUT"])
        #expect(
            try lines("Method", of: [write, count.with("OSSAUTHD_UID", "34"), SuggestionTests.wide]) == [
                "GET", "PUT",
            ])
        #expect(
            try lines("Method", of: [SuggestionTests.wide, count.with("OSSAUTHD_COUNT", "1")]) == ["GET"])
        let text = suggestion([SuggestionTests.wide, count], of: SuggestionTests.services)
        #expect(
            text.contains(
                "# Only counted, so there is no rule for them: 400 requests on 1 day (read) of user 33. Set Audit=full in [Access web] for a week.\n"
            ))
    }

    @Test func `a listing needs all keys below its folder, and one of the whole bucket has no rule`() throws {
        #expect(
            try lines("Key", of: [Entry(SuggestionTests.web, Wish(key: "a/b/ca", isPrefix: true))]) == [
                "a/b/**"
            ])
        let whole = ["", "a"].map { Entry(SuggestionTests.web, Wish(key: $0, isPrefix: true)) }
        #expect(try lines("Key", of: whole).isEmpty)
        let text = suggestion(whole, of: SuggestionTests.services)
        #expect(
            text.contains(
                "# No rule is suggested for GET of the bucket work as a whole, by [Access wide]: 2 requests on 1 day\n"
            ))
    }

    @Test func `a list of objects to delete needs DELETE, and a copy the read of its source`() throws {
        let list = Entry(SuggestionTests.web, Wish(method: "POST", key: "a/x"), kind: "removal")
            .with("OSSAUTHD_OPERATION", "forward")
        #expect(try lines("Method", of: [list]) == ["DELETE"])
        #expect(try lines("Allow", of: [list]) == ["sign"])
        let copy = Entry(SuggestionTests.web, Wish(method: "PUT", key: "a/x")).with(
            "OSSAUTHD_SOURCE", "other/b/y")
        #expect(try lines("Bucket", of: [copy]) == ["other", "work"])
        #expect(try lines("Method", of: [copy]) == ["GET", "PUT"])
    }

    /// Whatever marks a key has, alone and among others.
    @Test(arguments: 0..<300)
    func `grants each key that was used`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let marks = [
            "a", "f", "1", "20", "-", "/", "*", "?", #"\"#, "%", "u", " ", "\"", "'", "\n", "é", "=", ".x",
            "#", ";", "[",
        ]
        let keys = (0..<Int.random(in: 1...12, using: &random)).map { _ in
            "k"
                + (0..<Int.random(in: 0...12, using: &random)).map { _ in
                    marks.randomElement(using: &random) ?? ""
                }.joined()
        }
        let text = suggestion(
            [Entry(SuggestionTests.web, Wish(key: ""), keys: keys)], of: SuggestionTests.services)
        let rules = try policy(text, of: SuggestionTests.services).rules(for: SuggestionTests.web.peer)
        #expect(keys.allSatisfy { Wish(key: $0).isGranted(by: rules) }, "\(keys) in \(text)")
    }

    @Test(arguments: [
        "", "{", "[]", #"{"_UID":1}"#, #"{"_UID":[[[1]]]}"#, String(repeating: "[", count: 100_000),
        "{\u{1}}", #"{"_SYSTEMD_UNIT":"ossauthd.service","_UID":"990"}"#,
    ])
    func `ignores a line that journalctl does not write`(line: String) {
        let record = JournalRecord(line.utf8Span.span, ofUnit: "ossauthd.service", user: 990)
        #expect(record == nil)
    }

    @Test(arguments: 0..<200)
    func `survives a damaged line`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let line = SuggestionTests.wide.line
        var bytes = line.span.indices.map { line.span[$0] }
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            bytes.replaceSubrange(index..<index, with: random.bytes(count: 0...3))
            bytes.remove(at: Int.random(in: 0..<bytes.count, using: &random))
        }
        let time = Timestamp(secondsSince1970: 0)
        var suggestion = Suggestion(from: time) { _ in nil }
        if let record = JournalRecord(bytes.span, ofUnit: "ossauthd.service", user: 990) {
            suggestion.add(record)
        }
        #expect(suggestion.text(until: time, rules: []).hasPrefix("# The audit has records of "))
    }
}
