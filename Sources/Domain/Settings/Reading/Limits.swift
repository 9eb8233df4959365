/// How large a configuration may be; what is beyond is a mistake, not a configuration.
enum Limits {
    static let fileBytes = 1 << 20
    /// A line, and also what continued lines amount to.
    static let lineBytes = 64 << 10
    /// Nobody reads more at once, and a file of noise must not fill the memory with complaints.
    static let problems = 1_000
    /// Among so many names a suggestion is looked for.
    static let suggestions = 200
}
