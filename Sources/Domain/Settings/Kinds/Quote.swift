/// How a value is repeated in a message.
enum Quote {
    /// In quotes; what is too long to be a word of ours is not repeated at all.
    static func of(_ text: String) -> String {
        text.utf8.count <= 64 ? "'\(text)'" : "this value"
    }
}
