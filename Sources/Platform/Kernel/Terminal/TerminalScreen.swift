internal import Bytes
internal import CLinux

/// The terminal while a program draws on it and reads single keys; letting go gives it back as it was.
///
/// A fatal signal gives it back as well. There is one terminal, so there is one such value at a time.
package struct TerminalScreen: ~Copyable {
    /// How much of the terminal is drawn on.
    package enum Extent: Sendable {
        /// A screen of its own; what was there before comes back at the end.
        case whole
        /// Lines below what was there before, which stay at the end.
        case lines
    }

    private let extent: Extent

    /// Takes the terminal that both standard streams are.
    package init(_ extent: Extent) throws(SystemError) {
        self.extent = extent
        let leaving = extent.leaving
        let result = unsafe linux_terminal_take(leaving.utf8Start, leaving.utf8CodeUnitCount)
        try SystemError.check(result, "tcsetattr")
        do throws(SystemError) {
            try StandardStream.output.write(extent.entering.bytes)
        } catch {
            linux_terminal_give_back()
            throw error
        }
    }

    deinit {
        linux_terminal_give_back()
    }
}

extension TerminalScreen.Extent {
    // No wrapping: a line that is one column too long must not move all that is below.
    fileprivate var entering: StaticString {
        switch self {
        case .whole: "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
        case .lines: "\u{1B}[?25l\u{1B}[?7l"
        }
    }

    fileprivate var leaving: StaticString {
        switch self {
        case .whole: "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
        case .lines: "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h"
        }
    }
}
