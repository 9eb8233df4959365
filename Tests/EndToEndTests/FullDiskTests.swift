import Glibc
import Kernel
import TestSupport
import Testing

/// A file system of a few pages, for which one must be root.
final class SmallDisk {
    let path: String

    init?(at path: String) {
        guard ThisProcess.user == 0, (try? File.makeDirectory(path, mode: 0o700)) != nil,
            (try? SmallDisk.run("mount", ["-t", "tmpfs", "-o", "size=16k,mode=0700", "none", path]))
                == .exited(0)
        else { return nil }
        self.path = path
    }

    deinit {
        _ = try? SmallDisk.run("umount", ["-l", path])
    }

    /// Until not one byte more fits.
    func fill() throws {
        _ = try SmallDisk.run("sh", ["-c", "cat /dev/zero >\"$0/filler\" 2>/dev/null", path])
    }

    private static func run(_ name: String, _ arguments: [String]) throws -> Termination {
        var program = try RunningProgram(name, arguments)
        return try program.finish()
    }

    static let isPossible = {
        guard let home = try? TemporaryDirectory() else { return false }
        return SmallDisk(at: home.appending("disk")) != nil
    }()
}

struct FullDiskTests {
    @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount a small file system"))
    func `signs with the new token while the disk is full, and keeps the old file whole`() throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let place = try TemporaryDirectory()
        let disk = try #require(SmallDisk(at: place.appending("disk")))
        let cache = "\(disk.path)/cache"
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: server.url), cache: cache))
        #expect(try daemon.ask("POST", "/v1/sign", Question.sign).status == 200)
        #expect(try eventually { try File.names(in: cache) == ["main.lock", "main.token"] })
        let before = try read("\(cache)/main.token")
        try disk.fill()
        #expect(try daemon.administer("POST", "/v1/profiles/main/refresh").status == 200)
        let answer = try daemon.ask("POST", "/v1/sign", Question.sign)
        #expect(answer.document["accessKeyId"] == .text("STS.Number2"))
        #expect(try read("\(cache)/main.token") == before)
        #expect(try File.names(in: cache) == ["main.lock", "main.token"])
        #expect(try daemon.log.contains("the token was not cached"))
    }
}
