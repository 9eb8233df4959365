import Bytes
import Glibc
import Kernel
import TestSupport
import Testing

/// The files and links that a daemon with all rights on the host trusts when it keeps files fresh.
@Suite(.enabled(if: ThisProcess.user == 0, "only root can give files to another user"))
struct SinkTrustTests: SinkStage {
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
