import Control
import Testing

struct KeyTests {
    /// As xterm and the console of Linux send them.
    @Test(arguments: [
        ("q", [Key.character("q")]), ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}[5~", [.pageUp]),
        ("\u{1B}", [.escape]), ("\u{1B}[1;5A", []), ("日é", [.character("日"), .character("é")]),
        ("\u{7F}\r", [.backspace, .enter]), ("a\u{1B}[Hb", [.character("a"), .home, .character("b")]),
        ("\u{1B}[", []), ("\u{1}", []),
    ])
    func `distinguishes keys`(bytes: String, keys: [Key]) {
        #expect(Key.all(in: bytes.utf8Span.span) == keys)
    }
}
