import Bytes
import CommandLine
import Commands
import Layout
import TestSupport
import Testing

struct BenchTests {
    private func terms(_ words: [String]) throws -> BenchTerms {
        guard case .bench(let terms) = try action(["bench"] + words) else { throw NoCall() }
        return terms
    }

    private func report() throws -> BenchReport {
        var report = BenchReport(try terms(["oss://bucket/k", "--connections", "4", "--pipeline", "2"]))
        for index in 0..<1_000 {
            report.take(code: index == 0 ? 403 : 200, nanoseconds: index < 900 ? 100_000 : 400_000)
        }
        report.end(after: .seconds(2))
        return report
    }

    /// 503 says there that a profile cannot sign, which is what was asked.
    @Test(arguments: [("health", 1), ("status", 0)])
    func `counts as answered that the daemon is not healthy`(operation: String, answered: Int) throws {
        var report = BenchReport(try terms(["--operation", operation]))
        report.take(code: 503, nanoseconds: 1)
        #expect(report.answered == answered && report.refused == 1 - answered)
    }

    @Test func `tells rate and latencies, and draws their distribution`() throws {
        let lines = try report().lines(.unicode, hasHistogram: true)
        let text = lines.map { $0.text(Ink(isColoured: false)) }.joined(separator: "\n")
        #expect(
            text == """
                presign over 4 connections, 2 requests on the way on each, for 5s

                  rate                   500/s
                  answered                 999
                  refused                    1
                  half within           102 µs
                  90 % within           102 µs
                  99 % within           400 µs
                  99.9 % within         400 µs
                  longest               400 µs

                  from  98.3 µs  ████████████████████████████████████████████ 90.0 %
                  from   131 µs   0.00 %
                  from   197 µs   0.00 %
                  from   262 µs   0.00 %
                  from   393 µs  ████▉ 10.0 %
                """)
    }

    @Test func `draws no more rows than a small terminal shows`() throws {
        var report = BenchReport(try terms(["oss://bucket/k"]))
        for power in 10..<36 { report.take(code: 200, nanoseconds: 1 << power) }
        report.end(after: .seconds(1))
        let rows = report.lines(.unicode, hasHistogram: true).map { $0.text(Ink(isColoured: false)) }
            .filter { $0.hasPrefix("  from ") }
        #expect(rows.count <= 12 && rows.count > 6)
        #expect(rows.allSatisfy { !$0.contains(" 0.00 %") })
    }

    @Test func `tells the same to a program`() throws {
        var output = ByteBuffer()
        try report().write(into: &output)
        #expect(
            output.string
                == #"{"operation":"presign","connections":4,"pipeline":2,"elapsedMilliseconds":2000,"answered":999,"#
                + #""refused":1,"requestsPerSecond":500,"latencyNanoseconds":{"mean":130000,"p50":102399,"#
                + #""p90":102399,"p99":400000,"p999":400000,"max":400000}}"# + "\n")
    }

    @Test(arguments: [
        (["oss://b/k"], "POST /v1/presign "), (["--operation", "sign", "oss://b/k"], "POST /v1/sign "),
        (["--operation", "health"], "GET /v1/health "), (["--operation", "status"], "GET /v1/status "),
    ])
    func `asks for what it is told`(words: [String], line: String) throws {
        #expect(try requests(["bench"] + words)[0].hasPrefix(line))
    }

    @Test(arguments: [
        [], ["--operation", "health", "oss://b/k"], ["oss://b/1", "oss://b/2"], ["x"],
        ["oss://b/k", "--connections", "0"], ["oss://b/k", "--pipeline", "257"],
        ["oss://b/k", "--duration", "soon"],
        ["oss://b/k", "--duration", "infinity"], ["oss://b/k", "--connections", "many"],
    ])
    func `takes no load that makes no sense`(words: [String]) {
        #expect(throws: UsageError.self) { try terms(words) }
    }
}
