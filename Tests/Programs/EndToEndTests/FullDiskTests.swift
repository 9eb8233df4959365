import Kernel
import TestSupport
import Testing

struct FullDiskTests {
    private static let isPossible = {
        guard let home = try? TemporaryDirectory() else { return false }
        return Mount.memory(kilobytes: 16, at: home.appending("disk")) != nil
    }()

    @Test(.enabled(if: isPossible, "needs the right to mount file systems"))
    func `signs with the new token while the disk is full, and keeps the old file whole`() throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let place = try TemporaryDirectory()
        let disk = try #require(Mount.memory(kilobytes: 16, at: place.appending("disk")))
        let cache = "\(disk.path)/cache"
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: server.url), cache: cache))
        #expect(try daemon.ask("POST", "/v1/sign", Question.sign).status == 200)
        #expect(try eventually { try File.names(in: cache) == ["main.lock", "main.token"] })
        let before = try read("\(cache)/main.token")
        disk.fill()
        #expect(try daemon.administer("POST", "/v1/profiles/main/refresh").status == 200)
        let answer = try daemon.ask("POST", "/v1/sign", Question.sign)
        #expect(answer.document["accessKeyId"] == .text("STS.Number2"))
        #expect(try read("\(cache)/main.token") == before)
        #expect(try File.names(in: cache) == ["main.lock", "main.token"])
        #expect(try daemon.log.contains("the token was not cached"))
        let warnings = try daemon.status()["warnings"]
        #expect("\(warnings)".contains("the token was not cached"))
    }
}
