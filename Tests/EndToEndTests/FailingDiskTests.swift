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
            #expect(try eventually { try warnings(daemon).count == (name == "Two" ? 1 : 2) })
            #expect(try names() == ["main.token"])
            #expect(try file() == before)
        }
        let warning = try #require(try warnings(daemon).first)
        #expect(warning.contains("main: the token was not cached, so a restart may need another; mend this"))
        #expect(warning.contains(": fsync \(cache)/"))

        disk.recover()
        #expect(try daemon.give("Four").status == 200)
        #expect(try eventually { try file().contains("STS.Four") })
        #expect(try names() == ["main.token"])
        #expect(try warnings(daemon).count == 2)
    }
}
