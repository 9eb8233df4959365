internal import Bytes

/// The subject of a client certificate, with `%u` at the place of the user's name.
package struct SubjectPattern: Equatable, Sendable {
    package let text: String
    private let before: String
    private let after: String
    package let hasName: Bool

    /// `nil`: the text is empty, or has `%` without `u` or more than one `%u`.
    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= 1_024 else { return nil }
        self.text = text
        guard let mark = text.firstIndex(of: "%") else {
            (before, after, hasName) = (text, "", false)
            return
        }
        let rest = text[text.index(after: mark)...]
        guard rest.first == "u", !rest.utf8.contains(UInt8(ascii: "%")) else { return nil }
        (before, after, hasName) = (String(text[..<mark]), String(rest.dropFirst()), true)
    }

    /// Whether a pattern without a name is this subject.
    package func matches(_ subject: Span<UInt8>) -> Bool {
        !hasName && before.utf8Span.span.equals(subject)
    }

    /// The user whom the subject names.
    package func user(in subject: Span<UInt8>) -> UserName? {
        let (start, end) = (before.utf8.count, subject.count - after.utf8.count)
        guard hasName, start < end, subject.extracting(0..<start).equals(before.utf8Span.span),
            subject.extracting(end..<subject.count).equals(after.utf8Span.span)
        else { return nil }
        return UserName(subject.extracting(start..<end))
    }
}
