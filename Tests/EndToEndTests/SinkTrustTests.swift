import Bytes
import Glibc
import Kernel
import TestSupport
import Testing

/// The files and links that a daemon with all rights on the host trusts when it keeps files fresh.
@Suite(.enabled(if: ThisProcess.user == 0, "only root can give files to another user"))
struct SinkTrustTests: SinkStage {
    @Test(arguments: [(UInt32(33), UInt32(0o644)), (0, 0o666), (0, 0o664)])
    func `a user that writes the PID file cannot have a process of another user signalled`(
        owner: UInt32, mode: UInt32
    ) throws {
        let home = try home("json", "Notify=HUP /nowhere.pid")
        // Its last line shows that no signal arrived.
        var reader = try RunningProgram(
            "/bin/sh",
            [
                "-c",
                "trap 'echo told' HUP; trap 'echo over; exit' TERM; echo ready; while :; do sleep 0.05; done",
            ])
        #expect(try reader.readLine() == "ready")
        let pidFile = "\(home.path)/reader.pid"
        try write(pidFile, "\(reader.child.process)\n")
        try #require(unsafe chown(pidFile, owner, owner) == 0 && chmod(pidFile, mode) == 0)
        try home.configure(
            "Audit=yes", profiles: manualProfile() + sink(home, "json", "Notify=HUP \(pidFile)"))
        let daemon = try RunningDaemon(home)
        try give("One", to: daemon)
        #expect(
            try daemon.log.contains("the readers of sink app were not told: \(pidFile): is of user \(owner)"))
        try reader.child.handle.send(.terminate)
        #expect(try reader.readLine() == "over")
    }

    @Test
    func `a link of another user leads to no other file`() throws {
        let home = try home()
        let (app, other) = ("\(home.path)/app", "\(home.path)/other")
        try File.makeDirectory(other, mode: 0o700)
        try File.replace("\(other)/credential", with: "of another user".utf8Span.span)
        try File.removeDirectory(app)
        try #require(unsafe symlink(other, app) == 0 && lchown(app, 33, 33) == 0)
        let daemon = try RunningDaemon(home)
        try give("One", to: daemon)
        #expect(try daemon.log.contains("'app' in this path is a link of user 33"))
        try daemon.administer("DELETE", "/v1/profiles/main/credentials")
        try daemon.ask("GET", "/v1/status")
        #expect(try read("\(other)/credential") == "of another user")
    }
}
