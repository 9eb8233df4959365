internal import CLinux

/// How many characters a terminal shows.
package struct TerminalSize: Equatable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The size of the terminal that the stream is; `nil` where it is none, or does not know.
    package init?(of stream: StandardStream) {
        var columns: UInt16 = 0
        var rows: UInt16 = 0
        guard unsafe linux_terminal_size(stream.rawValue, &columns, &rows) == 0, columns > 0, rows > 0 else {
            return nil
        }
        self.init(columns: Int(columns), rows: Int(rows))
    }
}
