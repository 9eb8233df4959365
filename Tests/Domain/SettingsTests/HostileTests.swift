internal import Sections
internal import Settings
internal import TestSupport
import Testing

struct HostileTests {
    @Test func `a file may be a mebibyte and no more`() {
        let comment = "#" + String(repeating: "x", count: 1_022) + "\n"
        let full = String(repeating: comment, count: 1_024)
        #expect(full.utf8.count == 1 << 20)
        #expect(problems(full) == [])
        #expect(problems(full + "\n") == ["a.conf:1:1: the file is larger than 1 MiB"])
    }

    @Test func `a line may be 64 kibibytes and no more, in one piece or continued`() {
        let head = "[Profile p]\nSource=appserver\nURL=https://a\nMethod=POST\n"
        let longest = "Body=" + String(repeating: "x", count: 65_531)
        #expect(problems(head + longest) == [])
        #expect(problems(head + longest + "x") == ["a.conf:5:1: the line is longer than 64 KiB"])
        let part = String(repeating: "x", count: 40_000)
        #expect(
            problems(head + "Body=\(part)\\\n\(part)\n") == ["a.conf:6:1: the line is longer than 64 KiB"])
    }

    @Test func `noise is not answered with as much noise`() {
        #expect(problems(String(repeating: "x\n", count: 500_000)).count == 1_000)
    }

    @Test(arguments: ["Profile", "Access"])
    func `ten thousand sections take ten times as long as one thousand`(kind: String) throws {
        let body =
            kind == "Profile"
            ? "Source=chain\nProfiles=base\nLazy=yes\n" : "Match=uid:1\nAllow=sign\nProfile=base\n"
        func text(_ count: Int) -> [SourceFile] {
            let base = SourceFile(path: "base.conf", bytes: Array("[Profile base]\nSource=manual\n".utf8))
            let sections = (0..<count).map { "[\(kind) n\($0)]\n\(body)" }.joined()
            return [base, SourceFile(path: "many.conf", bytes: Array(sections.utf8))]
        }
        func seconds(_ count: Int) throws -> Duration {
            let files = text(count)
            // The shorter of two, since other work can take memory out of the caches.
            return try min(
                processorTime { _ = try Settings(reading: files, environment: .test) },
                processorTime { _ = try Settings(reading: files, environment: .test) })
        }
        _ = try seconds(100)
        let small = try seconds(1_000)
        let large = try seconds(10_000)
        // Ten times is linear, a hundred times is quadratic.
        #expect(large < small * 35)
    }

    @Test(arguments: [
        "[Daemon]\n" + String(repeating: "MaxConnectoins=1\n", count: 20_000),
        "[Profile p]\nSource=chain\nProfiles=" + String(repeating: "a\\\n", count: 32_000),
        (0..<5_000).map { "[Profile profile\($0)]\nSource=chain\nProfiles=profilf\($0)\n" }.joined(),
    ])
    func `many mistakes of one kind take no time worth naming`(text: String) {
        let spent = processorTime { #expect(!problems(text).isEmpty) }
        #expect(spent < .seconds(60))
    }

    @Test func `no input traps, however broken`() {
        var random = SeededRandom(seed: 20_240_602)
        let seeds = HostileTests.seeds.map { Array($0.utf8) }
        let marks = Array("[]=#;\\\n\r\t \"'%*:/~{}0\u{FF}".utf8) + [0, 0x80, 0xFF]
        var valid = 0
        for _ in 0..<2_000 {
            var bytes = seeds.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 0...6, using: &random) { mutate(&bytes, marks, &random) }
            let files = [
                SourceFile(path: "a", bytes: bytes), SourceFile(path: "b", bytes: Array(bytes.reversed())),
            ]
            for file in files {
                do throws(InvalidSettings) {
                    _ = try Settings(reading: [file], environment: .test)
                    valid += 1
                } catch {
                    #expect(
                        error.problems.allSatisfy { $0.line >= 1 && $0.column >= 1 && !$0.message.isEmpty })
                }
            }
        }
        #expect(valid > 100 && valid < 2_000)
    }

    private func mutate(_ bytes: inout [UInt8], _ marks: [UInt8], _ random: inout SeededRandom) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
        let mark = marks.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.insert(mark, at: place)
        case 1: bytes.removeSubrange(place..<end)
        case 2:
            bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
        case 3: bytes.replaceSubrange(place..<end, with: repeatElement(mark, count: 300))
        default: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
        }
    }

    private static let seeds = [
        "[Daemon]\nIdleTimeout=1h 30min\nApiSocketMode=0660\nCompatListen=[::1]:80\nCacheKey=key\n",
        "[Profile p]\nSource=appserver\nURL=https://a.example/x http://[::1]:80 \\\n http://127.0.0.1\nHeader=A: b\n",
        "[Profile p]\nSource=appserver\nURL=https://a\nMap=Expiration=/a~1b\nSuccess=/c==0\nTimeout=5s\n",
        "[Profile p]\nSource=assume-role\nVia=q\nRoleArn=acs:ram::1:role/r\nPolicy={}\n[Profile q]\nSource=manual\n",
        "[Profile p]\nSource=process\nCommand=/x 'a b' \"c\"\nRefreshAt=50%\nTimeout=5s\n",
        "[Access a]\nMatch=uid:1 user:alice\nAllow=sign watch\nKey=home/%u/** \\*\nTimeSkew=infinity\nMethod=GET\n",
    ]
}
