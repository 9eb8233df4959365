/// A string where it stands in the text, between its quotes: checked, but its escapes not resolved.
package struct JSONString: Equatable, Sendable {
    package let range: Range<Int>
    package let hasEscapes: Bool
}
