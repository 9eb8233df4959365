import Kernel
import TestSupport
import Testing

/// The real command line in a real terminal.
struct TerminalTests: ~Copyable {
    private static let footer = "q quit"
    private let daemon: RunningDaemon

    init() throws {
        let daemon = try RunningDaemon(Home(profiles: manualProfile("media") + manualProfile("backup")))
        try daemon.give(to: "media")
        self.daemon = daemon
    }

    private func terminal(_ columns: Int = 80, _ rows: Int = 24) throws -> Tmux {
        try Tmux(daemon.home, columns: columns, rows: rows)
    }

    private func send(_ signal: String, to process: String) throws {
        var kill = try RunningProgram("sh", ["-c", "kill -\(signal) \(process)"])
        #expect(try kill.finish() == .exited(0))
    }

    /// The width that `top` draws for: its right column has 28 characters.
    private static func width(of screen: String) -> Int? {
        let line = screen.split(separator: "\n").first { $0.contains("connections  ") }
        return line.flatMap { line in
            line.firstRange(of: "connections  ").map {
                line.distance(from: line.startIndex, to: $0.lowerBound) + 28
            }
        }
    }

    @Test(arguments: [(80, 24), (120, 40)])
    func `top fills the terminal`(columns: Int, rows: Int) throws {
        let tmux = try terminal(columns, rows)
        try tmux.enter("$C top")
        let screen = try #require(try tmux.wait { $0.hasSuffix(Self.footer) && $0.contains("fresh") })
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == rows)
        #expect(lines[0].hasPrefix("ossauthd ") && Self.width(of: screen) == columns)
        let heading = try #require(lines.first { $0.hasPrefix("PROFILE ") })
        #expect(heading.count <= columns && heading.hasSuffix("SIGNED"))
        #expect(lines.contains { $0.hasPrefix("media ") && $0.contains("█") && $0.contains("fresh") })
        #expect(try tmux.state == "100")
        try tmux.press("q")
        let rest = try #require(try tmux.wait { $0.hasSuffix("$") && !$0.contains("quit") })
        #expect(try tmux.state == "011")
        #expect(rest == "$ $C top\n$")
    }

    @Test func `top follows the size of the terminal`() throws {
        let tmux = try terminal()
        try tmux.enter("$C top")
        _ = try tmux.wait { $0.hasSuffix(Self.footer) }
        try tmux.resize(columns: 60, rows: 15)
        let small = try #require(
            try tmux.wait { Self.width(of: $0) == 60 && $0.hasSuffix(Self.footer) })
        #expect(small.split(separator: "\n", omittingEmptySubsequences: false).count == 15)
        try tmux.resize(columns: 100, rows: 30)
        let large = try #require(
            try tmux.wait { Self.width(of: $0) == 100 && $0.hasSuffix(Self.footer) })
        #expect(large.split(separator: "\n", omittingEmptySubsequences: false).count == 30)
    }

    /// By hand, by a signal that asks, by one that says that something is broken.
    @Test(arguments: ["C-c", "TERM", "HUP", "ABRT", "SEGV"])
    func `top leaves the terminal as it was`(end: String) throws {
        let tmux = try terminal()
        let home = daemon.home.path
        try tmux.enter("stty -a > \(home)/before; export SWIFT_BACKTRACE=enable=no")
        try tmux.enter("sh -c 'echo $$ > \(home)/top; exec $C top'")
        _ = try tmux.wait { $0.hasSuffix(Self.footer) }
        if end == "C-c" {
            try tmux.press("C-c")
        } else {
            try send(end, to: read("\(home)/top"))
        }
        _ = try tmux.wait { !$0.contains("quit") && $0.hasSuffix("$") }
        #expect(try tmux.state == "011")
        try tmux.enter("stty -a > \(home)/after; echo over")
        _ = try tmux.wait { $0.hasSuffix("over\n$") }
        #expect(try read("\(home)/before") == read("\(home)/after"))
    }

    @Test func `top rests and goes on`() throws {
        let tmux = try terminal()
        try tmux.enter("set -m; $C top")
        _ = try tmux.wait { $0.hasSuffix(Self.footer) }
        try tmux.press("C-z")
        _ = try tmux.wait { !$0.contains("quit") && $0.hasSuffix("$") }
        #expect(try tmux.state == "011")
        try tmux.enter("fg")
        _ = try tmux.wait { $0.hasSuffix(Self.footer) }
        #expect(try tmux.state == "100")
    }

    @Test func `top quits at once while the daemon is silent`() throws {
        let tmux = try terminal()
        try tmux.enter("$C top")
        _ = try tmux.wait { $0.hasSuffix(Self.footer) && $0.contains("fresh") }
        try send("STOP", to: "\(daemon.process)")
        let start = KernelClock.bootNanoseconds()
        // Longer than the interval, so that a request is waiting for its answer.
        while KernelClock.bootNanoseconds() - start < 1_500_000_000 { _ = try tmux.state }
        try tmux.press("q")
        let rest = try tmux.wait { !$0.contains("quit") && $0.hasSuffix("$") }
        try send("CONT", to: "\(daemon.process)")
        #expect(rest != nil && KernelClock.bootNanoseconds() - start < 4_000_000_000)
    }

    @Test func `status has colours and bars on a terminal`() throws {
        let tmux = try terminal()
        try tmux.enter("clear; $C status")
        let screen = try #require(try tmux.wait { $0.contains("NEXT REFRESH") && $0.hasSuffix("$") })
        #expect(screen.contains("manual  never") && screen.contains("█"))
    }

    @Test func `watch fits the terminal`() throws {
        let tmux = try terminal(60)
        try tmux.enter("clear; $C --socket $OSSAUTHD_ADMIN_SOCKET events")
        let screen = try #require(try tmux.wait { $0.contains("generation 1") })
        // Text that does not fit goes on below, and the terminal breaks no line.
        #expect(
            screen.contains("\n    left, generation 1") || screen.contains("\n    generation 1"), "\(screen)")
    }
}
