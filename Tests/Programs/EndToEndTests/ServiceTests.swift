import Kernel
import TestSupport
import Testing

/// The view of systemd on the daemon, and the effects of its signals.
struct ServiceTests {
    @Test func `is ready when its sockets answer, and says how its profiles are`() throws {
        let home = try Home(profiles: manualProfile())
        let daemon = try RunningDaemon(home)
        // Nothing was waited for between READY=1 and this.
        #expect(try daemon.ask("GET", "/v1/status").status == 200)
        try daemon.give()
        _ = try daemon.manager.next { $0.contains("STATUS=1 of 1 profiles can sign") }
    }

    @Test func `says when it reads its configuration again, and when that is done`() throws {
        let home = try Home(profiles: manualProfile())
        let daemon = try RunningDaemon(home)
        let before = KernelClock.monotonicMicroseconds()
        try home.configure(profiles: manualProfile() + manualProfile("second"))
        try daemon.send(.hangup)
        let message = try daemon.manager.next { $0.contains("RELOADING=1") }
        let time = message.split(separator: "\n").first { $0.hasPrefix("MONOTONIC_USEC=") }
        let moment = try #require(time.flatMap { Int64($0.dropFirst("MONOTONIC_USEC=".count)) })
        #expect((before...KernelClock.monotonicMicroseconds()).contains(moment))
        _ = try daemon.manager.next { $0.contains("READY=1") }
        #expect(try daemon.status(of: "second")["state"] == .text("never"))
    }

    @Test func `keeps the old configuration when the new one is wrong`() throws {
        let home = try Home(profiles: manualProfile())
        let daemon = try RunningDaemon(home)
        try daemon.give()
        try write(home.configuration, "[Profile main]\nSorce=manual\n")
        try daemon.send(.hangup)
        _ = try daemon.manager.next { $0.contains("READY=1") }
        #expect(try daemon.ask("POST", "/v1/sign", Question.sign).document["generation"] == .number(1))
        #expect(try daemon.log.contains("Sorce"))
        let reload = try daemon.administer("POST", "/v1/reload")
        #expect(reload.status == 422)
        #expect(reload.document["detail"].text.contains("Sorce"))
        #expect(try daemon.log.contains("the old one stays in use: \(home.configuration):"))
        #expect(try daemon.ask("GET", "/v1/status").document["configurationGood"] == .boolean(false))
        try home.configure(profiles: manualProfile())
        let good = try daemon.administer("POST", "/v1/reload")
        #expect(good.status == 200 && good.document["configurationGood"] == .boolean(true))
    }

    @Test func `a rule for an unknown user matches no caller at a start, and is an error at a reload`() throws
    {
        let home = try Home(profiles: manualProfile())
        let good = try read(home.configuration) + "\n"
        let rule = "[Access unknown]\nMatch=user:no-such-user uid:\(ThisProcess.user)\nAllow=watch\n"
        try write(home.configuration, good + rule)
        let line = good.split(separator: "\n", omittingEmptySubsequences: false).count + 1
        let problem = "\(home.configuration):\(line):7: "
        let daemon = try RunningDaemon(home)
        #expect(try daemon.log.contains("\(problem)warning: this host knows no user 'no-such-user'"))
        try daemon.give()
        _ = try daemon.manager.next { $0.contains("the configuration is not used as a whole: \(problem)") }
        #expect(try daemon.ask("POST", "/v1/sign", Question.sign).status == 200)
        #expect(try daemon.ask("GET", "/v1/watch").status == 403)
        #expect(try daemon.ask("GET", "/v1/status").document["configurationGood"] == .boolean(false))
        #expect(try daemon.administer("POST", "/v1/reload").status == 422)
        #expect(try daemon.ask("POST", "/v1/sign", Question.sign).status == 200)
        try write(home.configuration, good)
        #expect(try daemon.administer("POST", "/v1/reload").document["configurationGood"] == .boolean(true))
    }

    @Test func `a reload says what it did not take up, until that is taken back`() throws {
        let home = try Home(profiles: manualProfile())
        let daemon = try RunningDaemon(home)
        try home.configure("MaxConnections=99\nLogLevel=debug", profiles: manualProfile())
        let keys = try daemon.administer("POST", "/v1/reload").document["restartNeededFor"]
        #expect("\(keys)".contains("MaxConnections= (\(home.configuration):"))
        #expect(!"\(keys)".contains("LogLevel"))
        #expect(try daemon.ask("GET", "/v1/status").document["restartNeededFor"] == keys)
        #expect(try daemon.log.contains("takes effect at the next restart"))
        #expect(try daemon.administer("GET", "/metrics").body.contains("ossauthd_restart_needed 1"))
        try home.configure(profiles: manualProfile())
        let none = try daemon.administer("POST", "/v1/reload").document["restartNeededFor"]
        #expect(!"\(none)".contains("MaxConnections"))
        #expect(try daemon.administer("GET", "/metrics").body.contains("ossauthd_restart_needed 0"))
    }

    @Test func `a reload leaves the profiles alone that did not change`() throws {
        var old = try AppServer()
        var new = try AppServer()
        try old.handOut(life: 3_600)
        try new.handOut(life: 3_600, with: #"{"AccessKeyId":"STS.New"}"#)
        let home = try Home(profiles: profile("same", from: old.url) + profile("moved", from: old.url))
        let daemon = try RunningDaemon(home)
        for name in ["same", "moved"] {
            #expect(
                try daemon.ask("POST", "/v1/sign", #"{"profile":"\#(name)","bucket":"b-1"}"#).status == 200)
        }
        let before = try daemon.status(of: "same")
        try home.configure(profiles: profile("same", from: old.url) + profile("moved", from: new.url))
        #expect(try daemon.administer("POST", "/v1/reload").status == 200)
        func moved() throws -> Document {
            try daemon.ask("POST", "/v1/sign", #"{"profile":"moved","bucket":"b-1"}"#).document
        }
        #expect(try eventually { try moved()["accessKeyId"] == .text("STS.New") })
        // Another key under the same number would be taken for the same.
        #expect(try moved()["generation"] == .number(2))
        for member in ["generation", "fetchedAt", "expiration"] {
            #expect(try daemon.status(of: "same")[member] == before[member])
        }
        #expect(try old.countCalls(afterTelling: "hang") == 2)
    }

    @Test func `finishes requests in progress when it is told to end, and accepts no connection`() throws {
        var server = try AppServer()
        var daemon = try RunningDaemon(
            Home("RequestTimeout=20s", profiles: profile("main", from: server.url)))
        try server.waitForCalls(1)
        let idle = try daemon.connect()
        let waiting = try daemon.connect()
        try waiting.request("POST", "/v1/sign", Question.sign)
        #expect(try idle.ask("GET", "/v1/status").status == 200)
        try daemon.send(.terminate)
        _ = try daemon.manager.next { $0.contains("STOPPING=1") }
        #expect(try idle.rest() == "")
        #expect(throws: SystemError.self) { try daemon.connect() }
        try server.handOut(life: 3_600)
        #expect(try waiting.answer().status == 200)
        #expect(try waiting.rest() == "")
        #expect(try daemon.wait() == .exited(0))
        #expect(try !File.names(in: daemon.home.path).contains("api.sock"))
    }

    @Test func `ends at once when nothing is under way, and gives its paths back`() throws {
        var daemon = try RunningDaemon(Home(profiles: manualProfile()))
        let idle = try daemon.connect()
        #expect(try idle.ask("GET", "/v1/status").status == 200)
        #expect(try daemon.stop() == .exited(0))
        #expect(try File.names(in: daemon.home.path).filter { $0.hasSuffix(".sock") } == [])
    }

    @Test func `tells the watchdog that its loop turns`() throws {
        let daemon = try RunningDaemon(Home(profiles: manualProfile()), environment: ["WATCHDOG_USEC=400000"])
        for _ in 0..<2 { _ = try daemon.manager.next { $0.contains("WATCHDOG=1") } }
    }

    @Test func `takes its sockets from systemd and leaves them where they are`() throws {
        let home = try Home(profiles: manualProfile())
        let launcher = [
            "/usr/bin/python3", "-B", sourceTree("Tests/Support/Fixtures/activate.py"),
            "admin=\(home.path)/theirs-admin",
            "api=\(home.path)/theirs-api", "--",
        ]
        var daemon = try RunningDaemon(home, through: launcher)
        #expect(try FileStatus.existing(at: home.api) == nil)
        let admin = try Client("\(home.path)/theirs-admin")
        let api = try Client("\(home.path)/theirs-api")
        #expect(try admin.ask("POST", "/v1/reload").status == 200)
        #expect(try api.ask("POST", "/v1/reload").status == 404)
        #expect(try daemon.stop() == .exited(0))
        #expect(try FileStatus(ofLink: "\(home.path)/theirs-api").kind == .socket)
    }

    @Test func `a second daemon does not take the paths of the first`() throws {
        let home = try Home(profiles: manualProfile())
        let daemon = try RunningDaemon(home)
        let (end, log) = try RunningDaemon.refusal(of: home)
        #expect(end != .exited(0))
        #expect(log.contains(home.api))
        #expect(try daemon.ask("GET", "/v1/status").status == 200)
    }
}
