import Kernel
import TestSupport
import Testing

/// Cases in which the live screens cannot go on, in a real terminal.
struct LiveEndTests: ~Copyable {
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon(Home(profiles: manualProfile("media")))
    }

    @Test func `without a terminal there is no live screen`() throws {
        let tmux = try Tmux(daemon.home, columns: 80, rows: 24)
        try tmux.enter("clear; $C top | cat; $C top < /dev/null; TERM=dumb $C top; echo $?")
        let screen = try #require(try tmux.wait { $0.hasSuffix("\n2\n$") })
        #expect(screen.hasPrefix("ossauthctl: error: top needs a terminal;") && !screen.contains("quit"))
    }

    @Test func `ends where a daemon never answers, as without a live screen`() throws {
        let silent = "\(daemon.home.path)/silent.sock"
        let listener = try UnixListener(path: silent, access: FileAccess(mode: 0o600), backlog: 4)
        let tmux = try Tmux(daemon.home, columns: 200, rows: 24)
        try tmux.enter("clear; $C --socket \(silent) top; echo $?")
        let screen = try #require(try tmux.wait { $0.hasSuffix("\n3\n$") })
        #expect(screen.contains("\(silent) did not answer within 5s;") && !screen.contains("waiting for it"))
        _ = consume listener
    }

    @Test func `ends where something else answers, as without a live screen`() throws {
        let strange = "\(daemon.home.path)/strange.sock"
        let listener = try UnixListener(path: strange, access: FileAccess(mode: 0o600), backlog: 4)
        let tmux = try Tmux(daemon.home, columns: 200, rows: 24)
        try tmux.enter("clear; $C --socket \(strange) top; echo $?")
        let came = try eventually {
            guard let connection = try listener.socket.accept() else { return false }
            try connection.sendAll("SSH-2.0-OpenSSH_9.2\r\n".utf8Span.span, waitingUntil: soon())
            return try tmux.wait { $0.hasSuffix("\n5\n$") } != nil
        }
        #expect(came)
    }

    @Test func `top ends where there is no daemon, and waits for one that goes away`() throws {
        let tmux = try Tmux(daemon.home, columns: 80, rows: 24)
        try tmux.enter("clear; $C --socket /nowhere/api.sock top; echo $?")
        _ = try #require(try tmux.wait { $0.hasSuffix("\n3\n$") })
        #expect(try tmux.state == "011" && tmux.screen.contains("there is no socket at /nowhere/api.sock"))
    }
}
