import Kernel
import TestSupport
import Testing

/// An operator whom no rule names.
struct OperatorTests {
    private static let access = """
        [Access web]
        Match=uid:12345
        Allow=sign
        """

    /// `socket`: the api socket that the program looks for; `nil`: that of the daemon.
    private func run(
        _ words: String, profiles: String = manualProfile("media"), _ access: String = access,
        socket: String? = nil
    ) throws -> (status: Termination, output: String) {
        let daemon = try RunningDaemon(Home(profiles: profiles, access: access))
        var program = try RunningProgram(
            "/bin/sh",
            [
                "-c", "export OSSAUTHD_SOCKET=$1 OSSAUTHD_ADMIN_SOCKET=$2; \"$0\" \(words) 2>&1",
                builtProgram("ossauthctl"), socket ?? daemon.home.api, daemon.home.admin,
            ])
        return (try program.child.wait(), try program.rest().string)
    }

    @Test(arguments: [("status", 4), ("status --json", 4), ("metrics", 0)])
    func `the operator sees the daemon over the admin socket`(words: String, status: Int32) throws {
        let run = try run(words)
        #expect(run.status == .exited(status) && run.output.contains("media"), "\(run.output)")
    }

    @Test(arguments: ["status", "status --json", "metrics"])
    func `the operator is told that programs cannot connect`(words: String) throws {
        let run = try run(words, socket: "/nowhere/api.sock")
        #expect(run.status == .exited(3) && run.output.contains("media"))
        #expect(
            run.output.contains(
                "ossauthctl: error: programs cannot connect: there is no socket at /nowhere/api.sock;"),
            "\(run.output)")
    }

    @Test func `a caller that names a socket sees what that socket shows`() throws {
        // The daemon lacks nothing that it must have; the caller lacks everything.
        let run = try run("status --socket $OSSAUTHD_SOCKET", profiles: manualProfile("media", "Required=no"))
        #expect(run.output.contains("no profile that you may use") && !run.output.contains("media"))
        #expect(run.status == .exited(4))
    }

    @Test func `the doctor tells the operator the state of the profiles`() throws {
        let output = try run("doctor").output
        #expect(output.contains("no rule matches you; the admin socket shows everything"))
        #expect(
            output.contains("media") && output.contains("'ossauthctl credentials set media' gives it a token")
        )
    }

    @Test func `the metrics of a daemon without a profile are for callers that may see a profile`() throws {
        let signer = "[Access signer]\nMatch=uid:\(ThisProcess.user)\nAllow=sign"
        for (access, status) in [(Home.access, 200), (Self.access, 403), (signer, 403)] {
            let daemon = try RunningDaemon(Home(profiles: "", access: access))
            let answer = try daemon.ask("GET", "/metrics")
            #expect(answer.status == status, "\(access) \(answer.body)")
        }
    }

    @Test func `an empty bucket is the service, whatever bucket the profile has`() throws {
        let daemon = try RunningDaemon(Home(profiles: manualProfile("media", "Bucket=b-1")))
        try daemon.give(to: "media")
        for (body, url) in [
            (#"{"bucket":""}"#, "https://oss-cn-hangzhou.aliyuncs.com/"),
            ("{}", "https://b-1.oss-cn-hangzhou.aliyuncs.com/"),
        ] {
            #expect(try daemon.ask("POST", "/v1/sign", body).document["url"] == .text(url))
        }
        #expect(try daemon.ask("POST", "/v1/sign", #"{"bucket":"","key":"k"}"#).status == 422)
    }
}
