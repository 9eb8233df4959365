import Kernel
import TestSupport
import Testing

/// Properties of the process itself.
struct PropertyTests {
    @Test func `grows neither in memory nor in descriptors nor in threads over 20,000 requests`() throws {
        let daemon = try RunningDaemon(Home(profiles: manualProfile()))
        try daemon.give()
        try PropertyTests.ask(4_000, of: daemon)
        let before = (memory: try daemon.memory(), descriptors: try daemon.descriptorCount())
        try PropertyTests.ask(20_000, of: daemon)
        let memory = try daemon.memory()
        print("resident before 20,000 requests: \(before.memory) kB, after: \(memory) kB")
        #expect(memory - before.memory < 512)
        #expect(try eventually { try daemon.descriptorCount() <= before.descriptors })
        #expect(try daemon.property("Threads") == "1")
    }

    /// On twenty connections, a hundred in each write.
    private static func ask(_ count: Int, of daemon: borrowing RunningDaemon) throws {
        let kinds = [
            Client.text("POST", "/v1/presign", Question.presign),
            Client.text("POST", "/v1/sign", Question.sign),
            Client.text("POST", "/v1/sign", #"{"bukket":"b-1"}"#), Client.text("GET", "/v1/status"),
        ]
        for _ in 0..<20 {
            let client = try daemon.connect()
            for _ in 0..<(count / 2_000) {
                try client.send(String(repeating: kinds.joined(), count: 25))
                for number in 0..<100 { #expect(try client.answer().status == (number % 4 == 2 ? 400 : 200)) }
            }
        }
    }

    /// Dispatch and Concurrency come with the dynamic libraries of a debug build; `make size` looks at the release.
    @Test func `links what it needs and nothing that talks to the network`() throws {
        var ldd = try RunningProgram("ldd", [builtProgram("ossauthd")])
        let libraries = try ldd.rest().string
        #expect(libraries.contains("libnettle"))
        for name in ["Foundation", "libcurl", "libssl", "libcrypto", "libgnutls", "libnghttp", "libldap"] {
            #expect(!libraries.contains(name), "\(libraries)")
        }
    }

    @Test func `leaves no core dump`() throws {
        let daemon = try RunningDaemon(Home(profiles: manualProfile()))
        let limit = try read("/proc/\(daemon.process)/limits").split(separator: "\n").first {
            $0.contains("core file")
        }
        #expect(limit?.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"])
    }

    /// The files of a process that may not be dumped belong to root and its group; the daemon of root shows it by the group.
    @Test func `lets no process of the same user look into its memory`() throws {
        let launcher = ThisProcess.user == 0 ? ["setpriv", "--regid=12345", "--clear-groups"] : []
        let daemon = try RunningDaemon(Home(profiles: manualProfile()), through: launcher)
        let status = try FileStatus(ofLink: "/proc/\(daemon.process)/mem")
        #expect(status.user == 0 && status.group == 0)
    }

    @Test func `shows no secret in its log, its arguments or its environment`() throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let home = try Home(
            "LogLevel=debug",
            profiles: manualProfile()
                + profile("fetched", from: server.url, "Header=X-Api-Key: SecretOfHeader"))
        let daemon = try RunningDaemon(home)
        try daemon.give()
        let sign = #"{"profile":"fetched","bucket":"b-1"}"#
        #expect(try daemon.ask("POST", "/v1/sign", sign).status == 200)
        try server.handOut(life: 3_600, with: #"{"AccessKeyId":"STS.Number1"}"#)
        #expect(try daemon.administer("POST", "/v1/profiles/fetched/refresh").status == 503)
        try server.answer(200, #"{"StatusCode":200,"AccessKeySecret":"SecretOfCut"#)
        #expect(try daemon.administer("POST", "/v1/profiles/fetched/refresh").status == 503)
        let wrong = #"{"AccessKeyId":"STS.Two","AccessKeySecret":"SecretOfTwo","SecurityToken":5}"#
        #expect(try daemon.administer("PUT", "/v1/profiles/main/credentials", wrong).status == 400)
        let seen = try [
            daemon.log, read("/proc/\(daemon.process)/cmdline"), read("/proc/\(daemon.process)/environ"),
            daemon.ask("GET", "/v1/status").body,
        ]
        for text in seen {
            #expect(!text.contains("SecretOf"))
            #expect(!text.contains("TokenOf"))
        }
    }
}
