import Kernel
import TestSupport
import Testing

/// `selftest` from the daemon over the fetch helper to the stand-in for OSS, which recomputes every signature.
struct SelfTestTests: ~Copyable {
    private let oss: Standin

    init() throws {
        oss = try Standin()
    }

    private static func access(_ lines: String) -> String {
        "[Access tests]\nMatch=uid:\(ThisProcess.user)\nAllow=sign presign\n\(lines)\n"
    }

    private static func run(
        _ daemon: borrowing RunningDaemon, _ words: String...
    ) throws -> (end: Termination, lines: [String]) {
        var program = try RunningProgram(
            builtProgram("ossauthctl"),
            ["selftest", "--socket", daemon.home.api, "oss://demo-bucket/own folder"] + words)
        let text = try program.rest().string
        return (try program.finish(), text.split(separator: "\n").map(String.init))
    }

    /// How many objects there are.
    private func count(_ daemon: borrowing RunningDaemon, version: String = "v4") throws -> String {
        let question = """
            {"bucket":"demo-bucket","method":"GET","version":"\(version)","parameters":{"list-type":"2"}}
            """
        let url = try daemon.ask("POST", "/v1/presign", question).document["url"].text
        let body = try curl([url]).body
        return body.firstMatch(of: /<KeyCount>(\d+)</).map { String($0.output.1) } ?? body
    }

    @Test func `every step succeeds with each kind of signature, and no object is left`() throws {
        let daemon = try RunningDaemon(Home(profiles: oss.profile))
        let run = try Self.run(daemon)
        #expect(run.end == .exited(0), "\(run.lines)")
        #expect(
            run.lines.prefix(9) == [
                "v4 header  put              ok       200", "v4 header  get              ok       200",
                "v4 header  list             ok       200", "v4 header  copy             ok       200",
                "v4 header  begin upload     ok       200", "v4 header  upload part      ok       200",
                "v4 header  list parts       ok       200", "v4 header  complete upload  ok       200",
                "v4 header  delete           ok       204",
            ])
        let kinds = ["v4 header", "v4 URL", "v1 header", "v1 URL"]
        for kind in kinds {
            #expect(run.lines.count { $0.hasPrefix("\(kind) ") && $0.contains(" ok ") } == 9)
        }
        #expect(run.lines.last == "36 steps succeeded, 0 failed, 0 refused by the daemon")
        #expect(try count(daemon) == "0")
    }

    @Test func `a signature that the rules do not grant is no failure`() throws {
        let daemon = try RunningDaemon(Home(profiles: oss.profile, access: Self.access("Version=v4")))
        let run = try Self.run(daemon)
        #expect(run.end == .exited(0), "\(run.lines)")
        #expect(run.lines.count { $0.hasPrefix("v1 header  delete           refused  ") } == 1)
        #expect(run.lines.last == "18 steps succeeded, 0 failed, 2 refused by the daemon")
    }

    @Test func `puts nothing that the rules would not let it delete`() throws {
        let access = Self.access("Version=v4 v1\nMethod=GET PUT POST")
        let daemon = try RunningDaemon(Home(profiles: oss.profile, access: access))
        let run = try Self.run(daemon)
        #expect(
            run.end == .exited(1) && run.lines.last == "0 steps succeeded, 0 failed, 4 refused by the daemon")
        #expect(try count(daemon) == "0")
    }

    /// The stand-in knows only one region; V1 has none.
    @Test func `names the error of OSS, and deletes with another kind of signature`() throws {
        let profile = oss.profile.replacing("cn-hangzhou", with: "cn-beijing")
        let daemon = try RunningDaemon(Home(profiles: profile))
        let run = try Self.run(daemon)
        #expect(run.end == .exited(1), "\(run.lines)")
        let first = run.lines.first ?? ""
        #expect(first.hasPrefix("v4 header  put              failed   4"), "\(first)")
        #expect(run.lines.contains { $0.hasPrefix("v4 header  get              skipped  a step before it") })
        #expect(run.lines.count { $0.hasPrefix("v1 ") && $0.contains(" ok ") } == 18)
        #expect(try count(daemon, version: "v1") == "0")
    }

    @Test func `stops at the first failed connection, and names nothing to delete`() throws {
        let daemon = try RunningDaemon(Home(profiles: oss.profile))
        var program = try RunningProgram(
            "/bin/sh",
            [
                "-c",
                "\"$0\" selftest --socket \(daemon.home.api) --endpoint http://127.0.0.1:1 --region cn-hangzhou "
                    + "--addressing path oss://demo-bucket/x 2>&1", builtProgram("ossauthctl"),
            ])
        let text = try program.rest().string
        #expect(try program.finish() == .exited(1))
        let lines = text.split(separator: "\n")
        #expect(lines.count == 4, "\(text)")
        #expect(lines.last?.hasPrefix("ossauthctl: error: cannot reach 127.0.0.1:1: ") == true, "\(text)")
        #expect(text.hasSuffix("; nothing was stored\n") && !text.contains("delete it"))
    }

    @Test(arguments: ["oss://demo-bucket", "oss://demo-bucket/"])
    func `refuses a bucket without a prefix`(location: String) throws {
        var program = try RunningProgram(
            "/bin/sh", ["-c", "\"$0\" selftest \(location) 2>&1", builtProgram("ossauthctl")])
        #expect(try program.rest().string.contains("needs a prefix, so that no other object is touched"))
        #expect(try program.finish() == .exited(2))
    }
}
