/// As wide as every terminal is.
package let pageWidth = 80

extension String {
    /// The words in lines that end before the page does, all but the first behind `indent` blanks; of the
    /// first one `start` columns are written already.
    ///
    /// A word that is longer than a line stays whole.
    package func wrapped(from start: Int, indent: Int, to width: Int = pageWidth) -> String {
        var text = ""
        var column = start
        for word in split(separator: " ") {
            if column > indent, column + 1 + String(word).columns > width {
                text += "\n" + String(repeating: " ", count: indent)
                column = indent
            } else if !text.isEmpty {
                text += " "
                column += 1
            }
            text += word
            column += String(word).columns
        }
        return text
    }
}
