/// Colours text where the output shows colours.
package struct Ink: Equatable, Sendable {
    package enum Colour: String, Sendable {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
        case reversed = "7"
    }

    package let isColoured: Bool

    package init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    package func callAsFunction(_ colour: Colour, _ text: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Follows no-color.org and CLICOLOR_FORCE; an empty variable counts as unset.
    package init(isTerminal: Bool, variable: (String) -> String?) {
        func isSet(_ name: String) -> Bool { variable(name).map { !$0.isEmpty } ?? false }
        let isForced = isSet("CLICOLOR_FORCE") && variable("CLICOLOR_FORCE") != "0"
        isColoured = !isSet("NO_COLOR") && (isForced || isTerminal && variable("TERM") != "dumb")
    }
}
