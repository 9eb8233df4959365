import Kernel
import TestSupport
import Testing

/// The live screens compared with the real daemon, and with its actions meanwhile.
struct LiveTests: ~Copyable {
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon(Home(profiles: manualProfile("media")))
    }

    @Test func `top shows what is signed, and waits for a daemon that goes away`() throws {
        let home = try Home(profiles: manualProfile("media"))
        var old = try RunningDaemon(home)
        try old.give(to: "media")
        let tmux = try Tmux(home, columns: 80, rows: 24)
        try tmux.enter("$C top")
        _ = try #require(try tmux.wait { $0.contains("media ") && $0.contains("connections  1 of ") })
        try old.ask("POST", "/v1/presign", #"{"bucket":"bucket","key":"k"}"#)
        _ = try #require(try tmux.wait { $0.contains("MiB") })
        // Over the admin socket it is told who asks.
        _ = try #require(try tmux.wait { $0.contains("\nCALLER ") && $0.contains("\n\(Home.user) ") })
        #expect(try old.stop() == .exited(0))
        _ = try #require(
            try tmux.wait {
                $0.contains("\nmedia ") && !$0.hasSuffix("q quit") && $0.contains("gone for ")
                    && !$0.contains("ready")
            })
        let next = try RunningDaemon(home)
        _ = try #require(try tmux.wait { $0.contains("pid \(next.process) ") && $0.hasSuffix("q quit") })
    }

    @Test func `watch tells what happens, also after a restart`() throws {
        let home = try Home(profiles: manualProfile("media"))
        var old = try RunningDaemon(home)
        var watch = try RunningProgram(builtProgram("ossauthctl"), ["--socket", home.admin, "events"])
        #expect(try watch.readLine().contains("  media    never "))
        try old.give(to: "media")
        #expect(try watch.readLine().contains("  media    rotated         generation 1, good until "))
        #expect(try old.stop() == .exited(0))
        let next = try RunningDaemon(home)
        #expect(try watch.readLine().contains("  media    fresh "))
        try next.administer("POST", "/v1/reload")
        #expect(try watch.readLine().hasSuffix("           reloaded        media"))
    }
}
