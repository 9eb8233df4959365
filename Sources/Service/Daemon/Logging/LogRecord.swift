internal import Settings

/// Something that the daemon has to say to its operator.
///
/// What there is to say stands in the extensions, by subject; nothing there has room for a secret or for a client's
/// bytes.
struct LogRecord {
    let level: LogLevel
    /// Without the name of the profile, which is put before it.
    let message: String
    let profile: String?
    /// Of the page in the message catalog that says what to do.
    let catalogID: String?

    init(_ level: LogLevel, of profile: String? = nil, catalogID: String? = nil, _ message: String) {
        self.level = level
        self.message = message
        self.profile = profile
        self.catalogID = catalogID
    }
}
