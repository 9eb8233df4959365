internal import Exchange

/// A server that signs, so that the host never has a key.
package struct RemoteSignerSettings: Equatable, Sendable, SourceSettings {
    package internal(set) var server = AppServerSettings()
    package internal(set) var accessKeyID = ""

    init() {
        server.method = .post
    }

    static let keys: [Key<RemoteSignerSettings>] =
        AppServerSettings.keys.map { $0.within(\.server) } + [
            .one("AccessKeyID", \.accessKeyID, .keyID, "ID of the key that the server signs with.").mandatory
        ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        // One that says what the question is goes with them, unless it is among them.
        let hasType = server.headers.contains { $0.name.lowercased() == "content-type" }
        server.check(
            in: section, maximumHeaders: ExchangeLimit.headers - (hasType ? 0 : 1), &reading)
        if section.has("Method"), server.method == .get {
            reading.report("what is to be signed is sent with POST", at: section.position(of: "Method"))
        }
        if section.has("Body") {
            reading.report("the body is what is to be signed", at: section.position(of: "Body"))
        }
    }
}
