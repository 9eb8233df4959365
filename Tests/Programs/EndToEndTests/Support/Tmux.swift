import Bytes
import Glibc
import Kernel
import TestSupport

/// A terminal emulator without a user, which ends with this value.
struct Tmux: ~Copyable {
    private let socket: String

    /// Runs a shell in a terminal of this size; its prompt is `$ `.
    init(_ home: Home, columns: Int, rows: Int) throws {
        // A server that is ending may still listen where it did.
        socket = "\(home.path)/tmux-\(String(Randomness.number(), radix: 16))"
        try tmux([
            "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-s", "main",
            "env -i PATH=\"$PATH\" HISTFILE=/dev/null TERM=screen LC_ALL=C.UTF-8 PS1='$ ' OSSAUTHD_SOCKET=\(home.api)"
                + " OSSAUTHD_ADMIN_SOCKET=\(home.admin) C=\(builtProgram("ossauthctl")) sh",
        ])
        // Whatever is typed before would be shown twice.
        try wait { $0 == "$" }
    }

    deinit {
        _ = try? Tmux.run(socket, ["kill-server"])
    }

    /// The text that the terminal shows, without the blanks at the ends.
    var screen: String {
        get throws { try tmux(["capture-pane", "-p", "-t", "main"]).trimmedEnd }
    }

    /// Waits until the screen is as wanted; the last one that was seen otherwise.
    @discardableResult
    func wait(_ isWanted: (String) -> Bool) throws -> String? {
        var last = ""
        let came = try eventually {
            last = try screen
            return isWanted(last)
        }
        return came ? last : nil
    }

    /// Types a line.
    func enter(_ line: String) throws {
        try type(line)
        try press("Enter")
    }

    func type(_ text: String) throws {
        try tmux(["send-keys", "-t", "main", "-l", text])
    }

    /// Presses keys by their names in tmux.
    func press(_ keys: String...) throws {
        try tmux(["send-keys", "-t", "main"] + keys)
    }

    func resize(columns: Int, rows: Int) throws {
        try tmux(["resize-window", "-t", "main", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// Whether the screen of a program is shown, the cursor can be seen, and long lines are wrapped.
    var state: String {
        get throws {
            try tmux(["display", "-p", "-t", "main", "#{alternate_on}#{cursor_flag}#{wrap_flag}"]).trimmedEnd
        }
    }

    @discardableResult
    private func tmux(_ words: [String]) throws -> String {
        try Tmux.run(socket, words)
    }

    private static func run(_ socket: String, _ words: [String]) throws -> String {
        var program = try RunningProgram(
            "tmux", ["-u", "-S", socket] + words,
            environment: ["LC_ALL=C.UTF-8", "TERM=screen", "SHELL=/bin/sh"])
        let output = try program.rest()
        _ = try program.finish()
        return String(copying: output.span)
    }
}

extension String {
    /// Without the blanks and line ends behind it.
    var trimmedEnd: String {
        String(reversed().drop(while: \.isWhitespace).reversed())
    }
}
