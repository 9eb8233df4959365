import KeepingSupport
import Kernel
import TestSupport
import Testing
internal import Time

@testable import Callers
@testable import Daemon
@testable import Serving

/// How long what was seen of a process holds.
struct LookTests {
    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture(
            "[Profile a]\nSource=manual\n[Access other]\nMatch=unit:nothing.service\nAllow=status\n")
    }

    @Test func `a look is for what was read before it`() throws {
        let script =
            "import socket,time;s=socket.socket(socket.AF_UNIX);s.connect('\(daemon.path)');time.sleep(60)"
        var child = try ChildProcess(
            "/usr/bin/env", arguments: ["python3", "-c", script], environment: ["PATH=/usr/bin:/bin"],
            inheriting: [])
        #expect(try daemon.keeping.loop.reaches { daemon.server.connections.count == 1 })
        let process = try #require(daemon.server.connections.all.first?.caller.process)
        let look = InspectionTime(time: Instant(nanosecondsSinceBoot: 1), epoch: 1)
        #expect(process.isUnchanged(at: look))
        child.send(.kill)
        _ = try child.wait(until: soon())
        #expect(process.isUnchanged(at: look))
        #expect(!process.isUnchanged(at: InspectionTime(time: look.time, epoch: 2)))
        #expect(!process.isUnchanged(at: InspectionTime(time: Instant(nanosecondsSinceBoot: 2), epoch: 1)))
    }

    @Test func `each reading is one`() throws {
        let client = try daemon.connect()
        for _ in 0..<3 {
            let before = daemon.context.callers.inspectionEpoch
            try client.send("GET /v1/status HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.status() == "200")
            #expect(daemon.context.callers.inspectionEpoch > before)
        }
    }
}
