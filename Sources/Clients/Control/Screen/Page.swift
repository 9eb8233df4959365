internal import CommandLine

/// The place for a page that people read.
struct Page {
    let ink: Ink
    var glyphs = Glyphs.unicode
    /// The width of the terminal; `nil`: the output is none.
    var columns: Int?

    var width: Int { columns ?? pageWidth }
}
