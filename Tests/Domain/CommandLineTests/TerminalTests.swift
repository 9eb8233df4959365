import CommandLine
import Testing

struct TerminalTests {
    @Test(
        arguments: [
            (true, [:], true), (false, [:], false), (true, ["TERM": "dumb"], false),
            (true, ["NO_COLOR": "1"], false),
            (true, ["NO_COLOR": ""], true), (false, ["CLICOLOR_FORCE": "1"], true),
            (false, ["CLICOLOR_FORCE": "0"], false), (false, ["CLICOLOR_FORCE": ""], false),
            (true, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false),
        ] as [(Bool, [String: String], Bool)])
    func `is coloured on terminals, unless a variable forbids it`(
        isTerminal: Bool, variables: [String: String], isColoured: Bool
    ) {
        #expect(Ink(isTerminal: isTerminal) { variables[$0] }.isColoured == isColoured)
    }

    @Test(arguments: [
        ("plain text, déjà vu, 日本語 🙂", "plain text, déjà vu, 日本語 🙂"),
        ("\u{1B}[31mred\u{7}", #"\u{1b}[31mred\u{7}"#), ("a\nb\rc\td\u{7F}", #"a\u{a}b\u{d}c\u{9}d\u{7f}"#),
        ("\u{9B}31m", #"\u{9b}31m"#), ("a\u{202E}b\u{2066}", #"a\u{202e}b\u{2066}"#),
        ("x\u{2028}y", #"x\u{2028}y"#),
    ])
    func `control characters are shown escaped`(text: String, visible: String) {
        #expect(text.visible == visible)
    }

    @Test func `shortens in the middle`() {
        #expect("abcdefghij".shortened(to: 10) == "abcdefghij")
        #expect("abcdefghijk".shortened(to: 6) == "ab…ijk" && "日本語日本語".shortened(to: 7) == "日…語")
    }

    @Test func `breaks lines between words, and never within one`() {
        let word = String(repeating: "x", count: 90)
        #expect("a \(word) b".wrapped(from: 4, indent: 4) == "a\n    \(word)\n    b")
        let line = Array(repeating: "ab", count: 26).joined(separator: " ")
        #expect("\(line) cde".wrapped(from: 0, indent: 0) == "\(line)\ncde")
        #expect("\(line) cd".wrapped(from: 0, indent: 0) == "\(line) cd")
    }
}
