import Kernel
import TestSupport
import Testing

/// The sockets that the daemon binds itself: as they were ordered, or no start.
struct SocketTests {
    private let home: Home

    init() throws {
        home = try Home(profiles: manualProfile())
    }

    @Test(.enabled(if: ThisProcess.user == 0), arguments: [(0o660, 2), (0o600, 12_345)])
    func `have the mode and the group that the configuration says, also by numbers`(
        mode: UInt32, group: UInt32
    ) throws {
        try File.makeDirectory("\(home.configuration).d", mode: 0o755)
        let lines =
            "ApiSocketMode=0\(String(mode, radix: 8))\nApiSocketGroup=\(group)\n"
        try write("\(home.configuration).d/owner.conf", "[Daemon]\n\(lines)")
        let daemon = try RunningDaemon(home)
        #expect(
            try FileStatus(ofLink: home.api).matches(FileAccess(mode: mode, user: 0, group: group)))
        #expect(try FileStatus(ofLink: home.admin).mode == 0o600)
        _ = consume daemon
    }

    @Test(arguments: ["api", "admin"])
    func `are not bound where others could put their own`(socket: String) throws {
        let folder = "\(home.path)/open"
        try File.makeDirectory(folder, mode: 0o777)
        let old = socket == "api" ? home.api : home.admin
        try write(
            home.configuration,
            try read(home.configuration).split(separator: old).joined(separator: "\(folder)/\(socket).sock"))
        let (end, log) = try RunningDaemon.refusal(of: home)
        #expect(end == .exited(70))
        #expect(log.contains("others could replace what is in it") && log.contains(folder))
        #expect(try FileStatus.existing(at: "\(folder)/\(socket).sock") == nil)
        #expect(try FileStatus.existing(at: home.api) == nil)
    }

    @Test func `lie in folders of their own, of which the administrator's is closed`() throws {
        let text = try read(home.configuration)
        let moved = text.split(separator: home.admin).joined(separator: "\(home.path)/admin/admin.sock")
        try write(home.configuration, moved)
        let daemon = try RunningDaemon(home)
        #expect(try FileStatus(ofLink: "\(home.path)/admin").mode == 0o700)
        _ = consume daemon
    }

    @Test func `belong to the first of two daemons, which goes on undisturbed`() throws {
        let first = try RunningDaemon(home)
        let client = try first.connect()
        let inode = try FileStatus(ofLink: home.api).inode
        let (end, log) = try RunningDaemon.refusal(of: home)
        #expect(end == .exited(70))
        #expect(log.contains("\(home.api): another process answers there"))
        #expect(try FileStatus(ofLink: home.api).inode == inode)
        #expect(try client.ask("GET", "/v1/status").status == 200)
        #expect(try first.ask("GET", "/v1/status").status == 200)
    }

    @Test func `do not take the place of anything else`() throws {
        try write(home.api, "important data")
        let (end, log) = try RunningDaemon.refusal(of: home)
        #expect(end == .exited(70))
        #expect(log.contains("\(home.api) exists and is not a socket"))
        #expect(try read(home.api) == "important data")
    }

    @Test func `sockets that a dead daemon left are taken over`() throws {
        var first = try RunningDaemon(home)
        try first.send(.kill)
        _ = try first.wait()
        #expect(try FileStatus.existing(at: home.api) != nil)
        let second = try RunningDaemon(home)
        #expect(try second.ask("GET", "/v1/status").status == 200)
    }
}
