import Kernel
import TestSupport
import Testing

/// A disk that takes all and keeps nothing, of which only fsync tells.
@Suite(.enabled(if: FailingDisk.isPossible, "needs the right to mount file systems"))
struct FailingDiskTests {
    private let disk: FailingDisk
    private let home: Home
    private let cache: String

    init() throws {
        disk = try #require(FailingDisk())
        cache = "\(disk.path)/cache"
        home = try Home(profiles: manualProfile(), cache: cache)
    }

    private func names() throws -> [String] { try File.names(in: cache).filter { !$0.hasSuffix(".lock") } }

    private func file() throws -> String { try read("\(cache)/main.token") }

    private func warnings(_ daemon: borrowing RunningDaemon) throws -> [Substring] {
        try daemon.log.split(separator: "\n").filter { $0.contains("was not cached") }
    }

    /// Its bytes may not be there after a power cut, under the right name.
    @Test func `a file of a sink that does not come to the disk does not take the place of the old one`()
        throws
    {
        let folder = "\(disk.path)/app"
        try File.makeDirectory(folder, mode: 0o755)
        let path = "\(folder)/credential"
        let daemon = try RunningDaemon(
            Home(profiles: manualProfile() + "[Sink app]\nProfile=main\nFormat=json\nPath=\(path)\n"))
        #expect(try daemon.give("One").status == 200)
        #expect(try eventually { try FileStatus.existing(at: path) != nil && read(path).contains("STS.One") })
        let before = try read(path)
        disk.fail()
        #expect(try daemon.give("Two").status == 200)
        #expect(try eventually { try daemon.log.contains("fsync \(path)") })
        #expect(try read(path) == before)
        #expect(try File.names(in: folder) == ["credential"])
    }

    @Test func `the old file stays whole, the new token signs, and the next is tried again`() throws {
        let daemon = try RunningDaemon(home)
        #expect(try daemon.give("One").status == 200)
        #expect(try eventually { try names() == ["main.token"] && file().contains("STS.One") })
        let before = try file()

        disk.fail()
        for name in ["Two", "Three"] {
            #expect(try daemon.give(name).status == 200)
            let answer = try daemon.ask("POST", "/v1/sign", Question.sign)
            #expect(answer.document["accessKeyId"] == .text("STS.\(name)"))
            #expect(try eventually { try warnings(daemon).count == 1 })
            #expect(try eventually { try names() == ["main.token"] })
            #expect(try file() == before)
        }
        let warning = try #require(try warnings(daemon).first)
        #expect(warning.contains("main: the token was not cached, so a restart may sign with an older one"))
        #expect(warning.contains(": fsync \(cache)/"))

        disk.recover()
        #expect(try daemon.give("Four").status == 200)
        #expect(try eventually { try file().contains("STS.Four") })
        #expect(try names() == ["main.token"])
        #expect(try warnings(daemon).count == 1)
    }
}
