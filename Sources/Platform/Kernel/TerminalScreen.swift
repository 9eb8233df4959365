internal import Bytes
internal import CLinux

/// The terminal while a program draws on it and reads single keys; it is restored when the value ends.
///
/// A fatal signal restores it too. Only one such value may exist at a time.
package struct TerminalScreen: ~Copyable {
    // Line wrapping is off: a line one column too long must not move everything below it.
    private static let entering: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
    private static let leaving: StaticString = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Takes the terminal, which both standard streams must be; its content returns at the end.
    package init() throws(SystemError) {
        let leaving = TerminalScreen.leaving
        let result = unsafe linux_terminal_take(leaving.utf8Start, leaving.utf8CodeUnitCount)
        try SystemError.check(result, "tcsetattr")
        do throws(SystemError) {
            try StandardStream.output.write(TerminalScreen.entering.bytes)
        } catch {
            linux_terminal_give_back()
            throw error
        }
    }

    deinit {
        linux_terminal_give_back()
    }
}

/// The number of characters that a terminal shows.
package struct TerminalSize: Equatable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Returns `nil` if the stream is not a terminal or its size is unknown.
    package init?(of stream: StandardStream) {
        var columns: UInt16 = 0
        var rows: UInt16 = 0
        guard unsafe linux_terminal_size(stream.rawValue, &columns, &rows) == 0, columns > 0, rows > 0 else {
            return nil
        }
        self.init(columns: Int(columns), rows: Int(rows))
    }
}
