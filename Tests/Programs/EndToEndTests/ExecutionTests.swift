import Kernel
import TestSupport
import Testing

/// `ossauthctl exec` next to the real daemon, whose credential is renewed meanwhile.
struct ExecutionTests: ~Copyable {
    private let daemon: RunningDaemon
    private static let access = """
        [Access exec]
        Match=uid:\(ThisProcess.user)
        Profile=*
        Allow=credentials status
        """

    init() throws {
        let daemon = try RunningDaemon(Home(profiles: manualProfile(), access: Self.access))
        try daemon.give("One")
        self.daemon = daemon
    }

    private func execute(_ options: [String], _ script: String, of home: Home? = nil) throws -> RunningProgram
    {
        try RunningProgram(
            builtProgram("ossauthctl"),
            ["--socket", (home ?? daemon.home).api, "exec"] + options + ["--", "sh", "-c", script],
            environment: ["OSS_ACCESS_KEY_ID=stale"])
    }

    @Test func `a program finds the credential in its environment, and its end is passed on`() throws {
        var program = try execute(
            [], "echo $OSS_ACCESS_KEY_ID $ALIBABA_CLOUD_ACCESS_KEY_SECRET $OSS_SESSION_TOKEN; exit 7")
        #expect(try program.readLine() == "STS.One SecretOfOne TokenOfOne")
        #expect(try program.finish() == .exited(7))
    }

    @Test func `a program with an address gets the newest credential each time`() throws {
        let home = try Home(
            "CompatListen=127.0.0.1:\(freePort())", profiles: manualProfile(), access: Self.access)
        let daemon = try RunningDaemon(home)
        var program = try execute(
            ["--uri"],
            """
            echo "${OSS_ACCESS_KEY_ID-none}"
            while read -r line; do curl -sS --noproxy '*' "$ALIBABA_CLOUD_CREDENTIALS_URI" | tr -d '\\n'; echo; done
            """, of: home)
        #expect(try program.readLine() == "none")
        for name in ["One", "Two"] {
            try daemon.give(name)
            try program.stream.sendAll("again\n".utf8Span.span, waitingUntil: soon())
            let document = Document(try program.readLine())
            #expect(document["AccessKeyId"].text == "STS.\(name)")
            #expect(document["SecurityToken"].text == "TokenOf\(name)")
        }
    }
}
