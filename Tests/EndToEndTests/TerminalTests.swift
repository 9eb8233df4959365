import Kernel
import TestSupport
import Testing

/// The real command line in a real terminal.
struct TerminalTests: ~Copyable {
    private static let footer = "q quit  s sort  r reverse  / filter  p pause  ? help"
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

    @Test(arguments: [(80, 24), (120, 40)])
    func `top fills the terminal`(columns: Int, rows: Int) throws {
        let tmux = try terminal(columns, rows)
        try tmux.enter("$C top")
        let screen = try #require(try tmux.wait { $0.hasSuffix(Self.footer) && $0.contains("fresh") })
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == rows)
        #expect(
            lines[0].hasPrefix("ossauthd ") && lines[0].hasSuffix("every 1s") && lines[0].count == columns)
        let heading = try #require(lines.first { $0.hasPrefix("PROFILE ") })
        #expect(heading.count == columns && heading.hasSuffix("SIGNED"))
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
            try tmux.wait { $0.split(separator: "\n").first?.count == 60 && $0.hasSuffix(Self.footer) })
        #expect(small.split(separator: "\n", omittingEmptySubsequences: false).count == 15)
        try tmux.resize(columns: 100, rows: 30)
        let large = try #require(
            try tmux.wait { $0.split(separator: "\n").first?.count == 100 && $0.hasSuffix(Self.footer) })
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

    @Test func `status has colours and bars on a terminal, and is redrawn in its place`() throws {
        let tmux = try terminal()
        try tmux.enter("clear; $C status --watch --interval 100ms")
        _ = try tmux.wait { $0.contains("manual  never") }
        try daemon.give("Two", to: "backup", life: 1_800)
        let screen = try #require(try tmux.wait { !$0.contains("never") && $0.contains("ready") })
        let lines = screen.split(separator: "\n")
        #expect(lines.count == 4 && lines[1].hasPrefix("PROFILE") && screen.contains("█"))
        try tmux.press("q")
        let rest = try #require(try tmux.wait { $0.hasSuffix("\n$") })
        #expect(Self.withoutTimes(rest) == Self.withoutTimes(screen) + "\n$")
        #expect(try tmux.state == "011")
    }

    /// A second may go by between two looks.
    private static func withoutTimes(_ screen: String) -> String {
        screen.replacing(/[0-9]+(h|min|s)( [0-9]+(min|s))?/, with: "TIME").replacing(/\ +/, with: " ")
    }

    /// By hand, by a signal, and put aside for a while.
    @Test(arguments: ["C-c", "TERM", "C-z"])
    func `status that is watched leaves the terminal as it was`(end: String) throws {
        let tmux = try terminal()
        let home = daemon.home.path
        try tmux.enter("set -m; stty -a > \(home)/before; clear")
        try tmux.enter("sh -c 'echo $$ > \(home)/watch; exec $C status --watch'")
        _ = try #require(try tmux.wait { $0.contains("NEXT REFRESH") })
        if end == "TERM" { try send(end, to: read("\(home)/watch")) } else { try tmux.press(end) }
        // The last screen stays, as with a status that is not watched.
        _ = try #require(try tmux.wait { $0.hasSuffix("$") && $0.contains("NEXT REFRESH") })
        #expect(try tmux.state == "011")
        try tmux.enter("stty -a > \(home)/after; clear")
        _ = try #require(try tmux.wait { $0 == "$" })
        try tmux.enter("fg")
        let isBack = try tmux.wait { $0.contains("NEXT REFRESH") || $0.contains("current job") }
        #expect(isBack?.contains("NEXT REFRESH") == (end == "C-z"))
        #expect(try read("\(home)/before") == read("\(home)/after"))
    }

    @Test func `status that is watched stays one table when the terminal changes its size`() throws {
        let tmux = try terminal(100)
        try tmux.enter("clear; $C status --watch --interval 100ms")
        _ = try #require(try tmux.wait { $0.contains("NEXT REFRESH") })
        for columns in [50, 30, 70] {
            try tmux.resize(columns: columns, rows: 24)
            let fitting = try tmux.wait { screen in
                screen.split(separator: "\n").filter { $0.hasPrefix("PROFILE") }.count == 1
                    && screen.hasPrefix("ossauthd")
                    && screen.split(separator: "\n").count == (columns < 60 ? 5 : 4)
            }
            #expect(fitting != nil, "\(columns) columns")
        }
        try tmux.resize(columns: 80, rows: 5)
        _ = try #require(
            try tmux.wait { $0.hasSuffix("2 more lines need a larger terminal; 'ossauthctl top' scrolls") })
    }

    @Test func `watch fits the terminal`() throws {
        let tmux = try terminal(60)
        try tmux.enter("clear; $C --socket $OSSAUTHD_ADMIN_SOCKET events")
        let screen = try #require(try tmux.wait { $0.contains("generation 1") })
        // Text that does not fit goes on below, and the terminal breaks no line.
        #expect(
            screen.contains("\n    left, generation 1") || screen.contains("\n    generation 1"), "\(screen)")
    }

    @Test func `a long list shows how far it is, and takes that away again`() throws {
        let tmux = try terminal()
        let list = (0..<20_000).map { "oss://bucket/key-\($0)\n" }.joined()
        try write("\(daemon.home.path)/list", list)
        // The daemon rests meanwhile, so that the run is long on any machine.
        try send("STOP", to: "\(daemon.process)")
        try tmux.enter(
            "clear; $C presign --profile media - < \(daemon.home.path)/list > \(daemon.home.path)/urls")
        _ = try #require(try tmux.wait { $0.contains(" URLs ") && $0.contains("/s") && $0.contains("░") })
        try send("CONT", to: "\(daemon.process)")
        let rest = try #require(try tmux.wait { $0.hasSuffix("\n$") })
        #expect(rest.split(separator: "\n").count == 2 && rest.hasPrefix("  20,000 URLs  "))
        #expect(try read("\(daemon.home.path)/urls").split(separator: "\n").count == 20_000)
    }
}
