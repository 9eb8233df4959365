import CommandLine
import Testing

@testable import Control

struct PictureTests {
    @Test(arguments: [
        (0.0, "░░░░"), (1, "████"), (0.5, "██░░"), (0.28125, "█▏░░"), (0.001, "▏░░░"), (-1, "░░░░"),
        (9, "████"),
        (.nan, "░░░░"),
    ])
    func `a bar is filled to an eighth of a column`(share: Double, expected: String) {
        let bar = Glyphs.unicode.bar(share, width: 4)
        #expect(bar.filled + bar.rest == expected)
    }

    @Test func `a bar needs no Unicode`() {
        #expect(Glyphs.ascii.bar(0.5, width: 4) == ("==", ".."))
    }

    @Test func `a graph shows the last values, and blanks for what is not known`() {
        let glyphs = Glyphs.unicode
        #expect(glyphs.graph([9, 0, 1, 2, nil, 4, 8], width: 6) == "▁▂▃ ▅█")
        #expect(glyphs.graph([1], width: 3) == "  █" && glyphs.graph([0, 0], width: 2) == "▁▁")
        #expect(glyphs.graph([.infinity, nil, .nan], width: 3) == "   ")
    }

    @Test(arguments: [
        ("zh_CN.UTF-8", true), ("C.utf8", true), ("C", false), ("", false), ("zh_CN.GB18030", false),
    ])
    func `draws in blocks where the locale has them`(locale: String, isUnicode: Bool) {
        #expect(Glyphs { $0 == "LANG" ? locale : nil } == (isUnicode ? .unicode : .ascii))
    }

    @Test func `the strongest variable decides on the locale`() {
        #expect(Glyphs { ["LC_ALL": "C", "LANG": "C.UTF-8"][$0] } == .ascii)
        #expect(Glyphs { ["LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LANG": "C"][$0] } == .unicode)
    }

    @Test func `a line that fills its row is not cleared behind its end`() {
        let lines = [Line("abcdef").cut(to: 4), Line("x", .green)]
        #expect(
            lines.drawing(Ink(isColoured: false), columns: 4)
                == "\u{1B}[Habc…\r\nx\u{1B}[K\u{1B}[J")
    }
}
