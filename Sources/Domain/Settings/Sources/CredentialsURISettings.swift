/// A server that hands out the document of six members.
package struct CredentialsURISettings: Equatable, Sendable, SourceSettings {
    package internal(set) var url = ServerURL(.https, host: "")
    package internal(set) var allowsPlainHTTP = false

    init() {}

    static let keys: [Key<CredentialsURISettings>] = [
        .one("URL", \.url, .url, "Where the document is.").mandatory,
        .one("AllowPlainHTTP", \.allowsPlainHTTP, .boolean, "Whether http may leave this host."),
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        if !allowsPlainHTTP { section.reportPlainHTTP("URL", &reading) }
    }
}
