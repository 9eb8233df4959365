internal import Bytes
internal import Text

/// The origin of a web page that may ask: scheme, host, and port if it is not that of the scheme.
package struct Origin: Equatable, Sendable {
    package let text: String

    package static let complaint =
        "an origin is https://HOST or https://HOST:PORT, in lower case and without a path"

    package init?(_ text: String) {
        let bytes = text.utf8Span.span
        let scheme = bytes.hasPrefix("https://") ? 8 : bytes.hasPrefix("http://") ? 7 : 0
        let rest = bytes.extracting(droppingFirst: scheme)
        guard scheme > 0, (1...255).contains(rest.count),
            rest.isAll(in: .alphanumeric.with("-").with(".").with(":").with("[").with("]")),
            !text.utf8.contains(where: \.isUppercase)
        else { return nil }
        self.text = text
    }
}
