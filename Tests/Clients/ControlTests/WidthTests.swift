import CommandLine
import Testing

@testable import Control

/// Widths are those of EastAsianWidth.txt; combining marks have none.
struct WidthTests {
    @Test(arguments: [
        ("abc", 3), ("", 0), ("媒体", 4), ("한국", 4), ("e\u{301}", 1), ("ｆｕ", 4), ("ﾊﾝ", 2), ("🚀", 2), ("é", 1),
        ("█░…", 3), ("𠀀", 2), ("→", 1),
    ])
    func `a text is as wide as a terminal shows it`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcde…"), ("媒体处理", 6, "媒体…"), ("媒体处理", 5, "媒体…"),
        ("媒体处理", 4, "媒…"), ("abc", 1, "…"), ("abc", 0, ""),
    ])
    func `a text is cut between characters, never in the middle of a wide one`(
        text: String, width: Int, expected: String
    ) {
        #expect(text.cut(to: width) == expected)
        #expect(text.cut(to: width).columns <= width)
    }

    @Test func `a text is padded by columns`() {
        #expect("媒体".padded(to: 6) == "媒体  " && "媒体".aligned(to: 6) == "  媒体")
    }

    @Test func `a line never holds what a terminal would obey`() {
        var line = Line("a\u{1B}[2Jb\r\n", .red)
        line.append("\u{202E}\u{9B}x")
        let text = line.text(Ink(isColoured: false))
        #expect(text == #"a\u{1b}[2Jb\u{d}\u{a}\u{202e}\u{9b}x"# && line.columns == text.count)
    }

    @Test func `a line is cut with its colours`() {
        var line = Line("abc", .red)
        line.append("defgh", .dim)
        #expect(line.cut(to: 8) == line && line.cut(to: 7).columns == 7)
        #expect(line.cut(to: 6).text(Ink(isColoured: true)) == "\u{1B}[31mabc\u{1B}[0m\u{1B}[2mde…\u{1B}[0m")
        #expect(line.cut(to: 3).text(Ink(isColoured: false)) == "ab…")
    }
}
