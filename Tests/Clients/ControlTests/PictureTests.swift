import CommandLine
import Control
import Testing

struct PictureTests {
    @Test(arguments: [
        (0.0, "░░░░"), (1, "████"), (0.5, "██░░"), (0.28125, "█▏░░"), (0.001, "▏░░░"), (-1, "░░░░"),
        (9, "████"),
        (.nan, "░░░░"),
    ])
    func `a bar is filled to an eighth of a column`(share: Double, expected: String) {
        let bar = Bar(share)
        #expect(bar.filled(4, .unicode) + bar.rest(4, .unicode) == expected)
    }

    @Test func `a bar needs no Unicode`() {
        let bar = Bar(0.5)
        #expect(bar.filled(4, .ascii) + bar.rest(4, .ascii) == "==..")
    }

    @Test func `a sparkline shows the last values, and blanks for what is not known`() {
        #expect(Sparkline([9, 0, 1, 2, nil, 4, 8]).text(6, .unicode) == "▁▂▃ ▅█")
        #expect(Sparkline([1]).text(3, .unicode) == "  █" && Sparkline([0, 0]).text(2, .unicode) == "▁▁")
        #expect(Sparkline([.infinity, nil, .nan]).text(3, .unicode) == "   ")
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

    @Test func `a frame fits its terminal`() {
        let frame = Frame([Line("abcdef"), Line("x", .green), Line("below")], columns: 4, rows: 2)
        #expect(frame.text == "abc…\nx")
        #expect(
            frame.drawing(Ink(isColoured: false)) == "\u{1B}[Habc…\r\nx\u{1B}[K\u{1B}[J")
    }
}
