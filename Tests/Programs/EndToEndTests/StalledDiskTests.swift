import Kernel
import TestSupport
import Testing

/// A disk that does not answer for as long as the test wants: what is answered meanwhile did not wait for it.
@Suite(.enabled(if: StallingDisk.isPossible, "needs the right to mount file systems"), .serialized)
struct StalledDiskTests {
    private let disk: StallingDisk
    private let home: Home
    private let cache: String

    init() throws {
        disk = try #require(StallingDisk())
        cache = "\(disk.path)/cache"
        home = try Home(profiles: manualProfile(), cache: cache)
    }

    /// The files of the cache except locks.
    private func names() throws -> [String] { try File.names(in: cache).filter { !$0.hasSuffix(".lock") } }

    private func file() throws -> String { try read("\(cache)/main.token") }

    /// A daemon whose first token is on the disk, which then stalls.
    private func stalledDaemon() throws -> RunningDaemon {
        let daemon = try RunningDaemon(home)
        #expect(try daemon.give("One").status == 200)
        #expect(try eventually { try names() == ["main.token"] && file().contains("STS.One") })
        try disk.stall()
        return daemon
    }

    private func signer(_ daemon: borrowing RunningDaemon) throws -> String {
        try daemon.ask("POST", "/v1/sign", Question.sign).document["accessKeyId"].text
    }

    @Test func `the daemon signs with the newest token while the disk stalls, and keeps it`() throws {
        let daemon = try stalledDaemon()
        let before = try file()
        for name in ["Two", "Three", "Four"] {
            #expect(try daemon.give(name).status == 200)
            #expect(try signer(daemon) == "STS.\(name)")
        }
        #expect(try file() == before)
        disk.goOn()
        #expect(try eventually { try file().contains("STS.Four") })
        #expect(try eventually { try names() == ["main.token"] })
    }

    @Test func `a token can be forgotten while the disk stalls`() throws {
        let daemon = try stalledDaemon()
        #expect(try daemon.give("Two").status == 200)
        #expect(try daemon.administer("DELETE", "/v1/profiles/main/credentials").status == 200)
        #expect(try names() == [])
        #expect(try daemon.give("Three").status == 200)
        disk.goOn()
        #expect(try eventually { try names() == ["main.token"] })
        #expect(try file().contains("STS.Three"))
    }

    @Test func `a stop waits for the disk`() throws {
        var daemon = try stalledDaemon()
        #expect(try daemon.give("Two").status == 200)
        try daemon.send(.terminate)
        #expect(try eventually { try FileStatus.existing(at: home.api) == nil })
        disk.goOn()
        #expect(try daemon.wait() == .exited(0))
        #expect(try names() == ["main.token"])
        #expect(try file().contains("STS.Two"))
    }

    @Test func `a stop gives up on a stalled disk after a while, and the old file is whole`() throws {
        var daemon = try stalledDaemon()
        let before = try file()
        #expect(try daemon.give("Two").status == 200)
        try daemon.send(.terminate)
        #expect(try eventually { try daemon.log.contains("the disk did not answer") })
        disk.goOn()
        #expect(try daemon.wait() == .exited(0))
        #expect(try names() == ["main.token"])
        #expect(try file() == before)
    }

    @Test func `a kill leaves the old file whole`() throws {
        var daemon = try stalledDaemon()
        let before = try file()
        #expect(try daemon.give("Two").status == 200)
        try daemon.send(.kill)
        disk.goOn()
        #expect(try daemon.wait() == .killed(signal: 9))
        #expect(try file() == before)
        let next = try RunningDaemon(home)
        #expect(try signer(next) == "STS.One")
        // The number of the token that is lost was used, and answers may still be about that have it.
        let given = try next.give("Three")
        #expect(given.document["generation"] == .number(3))
    }
}
